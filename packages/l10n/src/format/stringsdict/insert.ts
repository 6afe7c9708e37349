import type { Block } from '@helve/flow';
import { bytesSource, type InsertRequest } from '@helve/flow/content';
import { insertLines } from '../insert/insert-lines.js';
import { lineEndOf, spliceText } from '../insert/splice-text.js';
import { commentLines } from '../xml/comment-note.js';
import { linesOf, rootContent } from '../xml/element-lines.js';
import { encodeContent } from '../xml/encode-content.js';
import { loadXml } from '../xml/open-xml.js';
import { createReferenceEscaper } from '../xml/reference-escaper.js';
import type { StringsdictOptions } from './options.js';
import { parseStringsdict, type DictItem } from './parse.js';
import { locatingFaults } from './read.js';
import { keyLine, spellRule } from './spell-dict.js';
import { writable } from './write.js';

/** Puts entries into a stringsdict file, each on lines behind its neighbour, and takes others out with their comments. */
export async function insertStringsdict(request: InsertRequest<StringsdictOptions>): Promise<Uint8Array> {
  const { bytes, options, ctx, entries: added, remove } = request;
  const loaded = await loadXml(bytesSource(bytes), ctx.document, options);
  const { text } = loaded;
  const { dict, items } = locatingFaults(text, ctx.document, () => parseStringsdict(text, ctx.document, options));
  const lineEnd = lineEndOf(loaded);
  const entries = items.map((item) => ({ key: item.name, ...itemLines(text, item) }));
  const { head, opened } = rootContent(text, dict, lineEnd);
  const lines = insertLines({
    text,
    entries,
    added,
    remove,
    head,
    lineEnd,
    spell: ({ block }, neighbour) => spell(block, neighbour?.indent ?? '\t', ctx.sourceLocale, lineEnd),
  });
  const splices = items.length === 0 && lines.length > 0 ? [...lines, ...opened] : lines;
  return spliceText(bytes, loaded, splices, { format: 'stringsdict', escaper: createReferenceEscaper() });
}

function itemLines(text: string, { key, value, comments }: DictItem) {
  return linesOf(text, { start: comments[0]?.start ?? key.start, element: key.start, end: value.end });
}

function spell(block: Block, indent: string, locale: string, lineEnd: string): string {
  const rule = writable(block.id, () => spellRule(block, locale, (runs) => encodeContent(runs, '', lineEnd)));
  const lines = [...commentLines(block), keyLine(block.name), ...rule];
  return lines.map((line) => indent + line).join(lineEnd);
}
