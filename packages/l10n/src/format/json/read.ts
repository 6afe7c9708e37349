import { textRun, type Block, type Part, type Runs } from '@helve/flow';
import { BlockIds, DOCUMENT_ID, type ByteSource, type ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { BatchedParts } from '../batched-parts.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { parseError } from '../format-error.js';
import { namedEncoding, type SubfilterRule, valueCodes } from '../format-option.js';
import { readBlock } from '../read-block.js';
import { readEmbedded, rootLayerId } from '../read-embedded.js';
import { reportRepeated } from '../report-repeated.js';
import { rootLayer } from '../root-layer.js';
import { locate } from '../text/locate.js';
import { loadText, openText, type LoadedText, type TextSource } from '../text/open-text.js';
import { ValueEntry } from '../value-entry.js';
import { withExamples } from '../code/with-examples.js';
import { pluralContent } from '../plural/plan-members.js';
import type { TableMember } from './entry-tracker.js';
import { icuForm } from './json-string.js';
import { locateClusters } from './member-cluster.js';
import type { JsonOptions } from './options.js';
import { JsonFault, JsonScanner } from './scanner.js';
import { ValueCollector, type JsonValue } from './value-collector.js';

/** Reads JSON in pieces: every string value is a block, named by its key path. */
export function readJson(source: ByteSource, options: JsonOptions, ctx: ReadContext): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: JsonOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const { maxBytes } = options;
  const request = { file: ctx.document, maxBytes, encoding: namedEncoding(options.encoding) };
  // Tables of plural forms are written with what stands between the forms.
  const whole = options.entries.some(({ plurals }) => plurals === true) ? await loadText(source, request) : undefined;
  const text = whole ? wholeText(whole) : await openText(source, request);
  const layer = rootLayer({ format: 'json', mimeType: 'application/json', form: text.form }, ctx);
  yield [{ kind: 'layer-start', layer }];
  const bad = new BadValues(options);
  const repeated = { count: 0 };
  const make = blockMaker(options, { bad, repeated }, whole, ctx);
  for await (const values of readValues(text, bad, options, ctx)) {
    const parts: Part[] = [];
    for (const value of values) {
      if (value.isLanguage) appendLanguage(value, ctx);
      else if (value.subfilter) parts.push(...(await embeddedParts(value, value.subfilter, ctx)));
      else parts.push({ kind: 'block', block: make(value) });
    }
    yield parts;
  }
  await bad.report(() => text.chunks(), ctx);
  reportRepeated(repeated.count, ctx);
  yield [{ kind: 'layer-end', id: rootLayerId }];
}

function wholeText(text: LoadedText): TextSource {
  return {
    form: text.form,
    async *chunks() {
      yield text;
    },
  };
}

async function* readValues(
  text: TextSource,
  bad: BadValues,
  options: JsonOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly JsonValue[]> {
  const collector = new ValueCollector(options, bad);
  const scanner = new JsonScanner(collector, options.maxDepth, ctx.document);
  try {
    for await (const chunk of text.chunks()) {
      ctx.signal.throwIfAborted();
      scanner.feed(chunk);
      const values = collector.take();
      if (values.length > 0) yield values;
    }
    scanner.end();
    yield collector.take();
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw parseError(ctx.document, 'json', error.message, await locate(text, error.index));
  }
}

async function embeddedParts(value: JsonValue, rule: SubfilterRule, ctx: ReadContext): Promise<readonly Part[]> {
  const { id, text, start, end, style } = value;
  const form = style === '' ? {} : { form: style };
  const { parts, entry } = await readEmbedded(
    { id, parentId: rootLayerId, text, rule, offset: start, length: end - start, ...form },
    ctx,
  );
  ctx.skeleton?.append(entry);
  return parts;
}

/** Notes where the file names its language, so that a translation names its own. */
function appendLanguage({ start, end, text }: JsonValue, ctx: ReadContext): void {
  if (end - start - 2 === Buffer.byteLength(text))
    ctx.skeleton?.append({ kind: 'lang', offset: start + 1, length: end - start - 2, value: text });
}

function blockMaker(
  options: JsonOptions,
  { bad, repeated }: { readonly bad: BadValues; readonly repeated: { count: number } },
  text: LoadedText | undefined,
  ctx: ReadContext,
): (value: JsonValue) => Block {
  const find = codeFinder(valueCodes(options));
  const ids = new BlockIds();
  return (value) => {
    const place = value.entry?.place ?? value;
    const properties: Record<string, string> = { key: value.entry?.id ?? place.name };
    if (!value.translatable) properties['role'] = 'excluded';
    if (place.documentId !== undefined) properties[DOCUMENT_ID] = place.documentId;
    const wanted = value.entry?.id ?? sibling(value, 'id');
    const id = wanted === undefined || wanted === '' ? place.id : ids.claim(wanted, properties);
    if (properties[DOCUMENT_ID] !== undefined) repeated.count += 1;
    if (value.fault !== undefined) bad.add(id, value.fault, properties);
    if (isRepaired(value)) ctx.lose({ kind: 'char-replaced', block: id, detail: { reason: 'lone-surrogate' } });
    return toBlock(value, { id, properties, ...toContent(value, id, find, text) }, ctx);
  };
}

function isRepaired({ repaired, table = [] }: JsonValue): boolean {
  return repaired || table.some(({ value }) => value.repaired);
}

/** Content of a value, and where it is written. */
interface Content {
  readonly source: Runs;
  readonly entries: readonly ValueEntry[];
}

function toContent(value: JsonValue, id: string, find: CodeFinder, text: LoadedText | undefined): Content {
  if (value.table && text) return tableContent(value.table, id, (one) => exampled(find(one.text).runs, value), text);
  const { runs, icu } = value.fault === undefined ? find(value.text) : { runs: [textRun(value.text)], icu: false };
  const source = exampled(runs, value);
  return { source, entries: [toValueEntry(value, id, source, icu ? icuForm + value.style : value.style)] };
}

function exampled(runs: Runs, { entry }: JsonValue): Runs {
  return entry === undefined ? runs : withExamples(runs, entry.examples);
}

interface BlockDraft extends Content {
  readonly id: string;
  readonly properties: Record<string, string>;
}

function toBlock(value: JsonValue, { id, properties, source, entries }: BlockDraft, ctx: ReadContext): Block {
  const [entry] = entries.map((one) => ctx.skeleton?.append(one));
  const maxLength = Number(sibling(value, 'maxLength') ?? 0);
  const { entry: facts } = value;
  return readBlock(
    {
      id,
      name: facts === undefined ? value.name : (properties['key'] ?? ''),
      type: 'string',
      translatable: value.translatable,
      source,
      properties,
      format: 'json',
      entry,
      note: facts?.note ?? sibling(value, 'note'),
      noteIsKept: facts !== undefined || value.beside?.left.has(value.siblings?.note ?? ''),
      displayHint: maxLength > 0 ? { maxLength } : undefined,
    },
    ctx,
  );
}

/** Creates the skeleton entry; most values are written in the usual way and need no style. */
function toValueEntry({ start, end }: JsonValue, blockId: string, runs: Runs, style: string): ValueEntry {
  return new ValueEntry(blockId, start, end - start, runs, style === '' ? undefined : style);
}

function sibling(value: JsonValue, which: 'id' | 'note' | 'maxLength'): string | undefined {
  const key = value.siblings?.[which];
  return key === undefined ? undefined : value.beside?.values.get(key);
}

/** Content of a table of plural forms: one plural, written around what stands between its forms. */
function tableContent(
  table: readonly TableMember[],
  id: string,
  contentOf: (value: JsonValue) => Runs,
  text: LoadedText,
): Content {
  const source = pluralContent(table.map(({ plural, value }) => [plural, contentOf(value)] as const));
  const members = table.flatMap(({ plural, value: { held, style, text: own } }) =>
    held === undefined ? [] : [{ ...held, context: '', plural, style, text: own }],
  );
  const clusters = locateClusters({ base: '', ordinal: false, members }, text);
  const entries = clusters.map(({ offset, length, form, more }) =>
    Object.assign(new ValueEntry(id, offset, length, source, form), more === true ? { more } : {}),
  );
  return { source, entries };
}
