import { createRequire } from 'node:module';
import type * as Saxes from 'saxes';
import type { SaxesAttributeNS, SaxesParser, SaxesTagNS } from 'saxes';
import { l10nErrors } from '../../l10n-errors.js';
import type { TermItem, ReadTermsOptions } from './term-item.js';
import { TbxEntry } from './tbx-entry.js';

/** Elements of one concept: of TBX version 3, and of martif before it. */
const entryNames: ReadonlySet<string> = new Set(['conceptEntry', 'termEntry']);
/** Elements allowed inside the text of a term. */
const inline: ReadonlySet<string> = new Set(['hi', 'foreign', 'bpt', 'ept', 'it', 'ph', 'ec', 'sc']);
const maxText = 1_000_000;

/** Reads terms from TBX, concept by concept: version 3 in both of its styles, and martif. */
export async function* readTbx(
  chunks: AsyncIterable<string> | Iterable<string>,
  { file }: ReadTermsOptions,
): AsyncGenerator<TermItem> {
  // Loaded lazily, since it is slow to load and most processes read no TBX.
  const library = createRequire(import.meta.url)('saxes') as typeof Saxes;
  const parser = new library.SaxesParser({ xmlns: true, position: true, fileName: file });
  const ready: TermItem[] = [];
  const fail = (problem: string): never => {
    const { line, column } = parser;
    throw l10nErrors.create('L10N_PARSE', { file, format: 'TBX', problem, line, column: column + 1 });
  };
  listen(parser, ready, fail);
  for await (const chunk of chunks) {
    parser.write(chunk);
    yield* ready.splice(0);
  }
  parser.close();
  yield* ready.splice(0);
}

type Parser = SaxesParser<{ xmlns: true; position: true; fileName: string }>;

function listen(parser: Parser, ready: TermItem[], fail: (problem: string) => never): void {
  let entry: TbxEntry | undefined;
  let depth = 0;
  let text = '';
  parser.on('error', (error) => fail(error.message.replace(/^.*?\d+:\d+: /u, '')));
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) fail('a document type with its own declarations is not supported');
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth === 1 && tag.local !== 'tbx' && tag.local !== 'martif')
      fail(`<${tag.name}> is not the root of a term file`);
    if (entryNames.has(tag.local)) entry = new TbxEntry(attributeValue(tag, 'id') ?? '', parser.line);
    else if (entry !== undefined && !inline.has(tag.local)) entry.open(toElement(tag));
    if (!inline.has(tag.local)) text = '';
  });
  parser.on('text', (more) => (text += addText(more, text, fail)));
  parser.on('cdata', (more) => (text += addText(more, text, fail)));
  parser.on('closetag', ({ local }) => {
    depth -= 1;
    if (entry === undefined || inline.has(local)) return;
    if (entryNames.has(local)) {
      ready.push(...entry.items());
      entry = undefined;
    } else entry.close(text);
    text = '';
  });
}

function addText(more: string, text: string, fail: (problem: string) => never): string {
  return text.length + more.length > maxText ? fail('a text is too long') : more;
}

function toElement(tag: SaxesTagNS) {
  const type = attributeValue(tag, 'type');
  return {
    name: tag.local,
    type: type ?? tag.local,
    lang: attributeValue(tag, 'xml:lang'),
    target: attributeValue(tag, 'target'),
  };
}

function attributeValue({ attributes }: SaxesTagNS, name: string): string | undefined {
  const attribute: SaxesAttributeNS | undefined = attributes[name];
  return attribute?.value;
}
