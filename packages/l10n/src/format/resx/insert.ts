import { AnnoNote, payloadOf, type Block } from '@helve/flow';
import { bytesSource, type InsertRequest } from '@helve/flow/content';
import { insertLines } from '../insert/insert-lines.js';
import { lineEndOf, spliceText } from '../insert/splice-text.js';
import { rootContent } from '../xml/element-lines.js';
import { readElementTable, type TableEntry } from '../xml/element-table.js';
import { escapeValue } from '../xml/escape-xml.js';
import { loadXml } from '../xml/open-xml.js';
import { createReferenceEscaper } from '../xml/reference-escaper.js';
import type { XmlElement } from '../xml/xml-node.js';
import { readInstructions } from './comment-instruction.js';
import { toDataElement } from './data-element.js';
import type { ResxOptions } from './options.js';
import { encodeValue } from './write.js';

/** Puts texts into a resource file, each on lines behind its neighbour, and takes others out. */
export async function insertResx(request: InsertRequest<ResxOptions>): Promise<Uint8Array> {
  const { bytes, options, ctx, entries: added, remove } = request;
  const loaded = await loadXml(bytesSource(bytes), ctx.document, options);
  const { text } = loaded;
  const toEntry = (element: XmlElement) => {
    const data = toDataElement(element, options);
    return data && { key: data.name, content: element };
  };
  const table = { bytes, text, file: ctx.document, format: 'resx', root: 'root', options, toEntry };
  const { entries, root, end } = await readElementTable(table);
  const lineEnd = lineEndOf(loaded);
  const content = rootContent(text, root, lineEnd);
  const lines = insertLines({
    text,
    entries,
    added,
    remove,
    head: end ?? content.head,
    lineEnd,
    spell: ({ block }, neighbour) => spell(block, mannerOf(text, neighbour), lineEnd),
  });
  const splices = end === undefined && lines.length > 0 ? [...lines, ...content.opened] : lines;
  return spliceText(bytes, loaded, splices, { format: 'resx', escaper: createReferenceEscaper() });
}

/** The way in which the parts of an entry stand. */
interface Manner {
  readonly indent: string;
  readonly isOneLine: boolean;
}

function mannerOf(text: string, neighbour: TableEntry<XmlElement> | undefined): Manner {
  if (neighbour === undefined) return { indent: '  ', isOneLine: false };
  const { indent, index, content } = neighbour;
  return { indent, isOneLine: !/[\r\n]/u.test(text.slice(index + content.start, index + content.openEnd + 10)) };
}

function spell(block: Block, { indent, isOneLine }: Manner, lineEnd: string): string {
  const value = encodeValue(block.source, '', block.id, lineEnd);
  const comment = commentOf(block);
  const note =
    comment === ''
      ? []
      : [`<comment>${encodeValue([{ kind: 'text', text: comment }], '', block.id, lineEnd)}</comment>`];
  const parts = [
    `<data name="${escapeValue(block.name)}" xml:space="preserve">`,
    `<value>${value}</value>`,
    ...note,
    '</data>',
  ];
  if (isOneLine) return indent + parts.join('');
  const step = indent === '' ? '  ' : indent;
  return parts.map((part, at) => indent + (at === 0 || at === parts.length - 1 ? '' : step) + part).join(lineEnd);
}

/** Returns the notes of a block, and what else only a comment can say. */
function commentOf({ annotations, translatable, displayHint }: Block): string {
  const note = (payloadOf(annotations[AnnoNote], 'note')?.items ?? []).map(({ text }) => text).join('\n');
  const said = readInstructions(note);
  const maxLength = said.displayHint === undefined ? displayHint?.maxLength : undefined;
  return [
    ...(translatable || said.isLocked ? [] : ['{Locked}']),
    ...(maxLength === undefined ? [] : [`{MaxLength=${maxLength}}`]),
    ...(note === '' ? [] : [note]),
  ].join(' ');
}
