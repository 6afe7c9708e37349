import { textRun, type Block, type Part, type Runs } from '@helve/flow';
import { BlockIds, type ByteSource, type ReadContext } from '@helve/flow/content';
import { valueCodes } from '../format-option.js';
import { BadValues } from '../bad-value.js';
import { BatchedParts } from '../batched-parts.js';
import { codeFinder, type CodeFinder, type FoundContent } from '../code/code-finder.js';
import { parseError, locationAt } from '../format-error.js';
import type { SubfilterRule } from '../format-option.js';
import { parseMessage } from '../messageformat/parse-message.js';
import { NoteEntry } from '../note-entry.js';
import { readBlock } from '../read-block.js';
import { compileSubfilters, readEmbedded, rootLayerId } from '../read-embedded.js';
import { reportRepeated } from '../report-repeated.js';
import { rootLayer } from '../root-layer.js';
import type { LoadedText } from '../text/open-text.js';
import { ValueEntry } from '../value-entry.js';
import { joinForm } from './encode-text.js';
import { isAsciiFile, loadProperties } from './load-properties.js';
import type { PropertiesOptions } from './options.js';
import { parseProperties, PropertiesFault, type PropertyComment, type PropertyEntry } from './parse.js';

/** Number of parts created at once. */
const batchSize = 256;

/** Reads a properties file: every value is a block, named by its key; comments above are notes. */
export function readProperties(
  source: ByteSource,
  options: PropertiesOptions,
  ctx: ReadContext,
): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: PropertiesOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const text = await loadProperties(source, options, ctx.document);
  const facts = { format: 'properties', mimeType: 'text/x-java-properties', form: text.form };
  let parts: Part[] = [{ kind: 'layer-start', layer: rootLayer(facts, ctx) }];
  const findSubfilter = compileSubfilters(options.subfilters);
  const blocks = new BlockMaker(text, options, ctx);
  for (const entry of readEntries(text, blocks.bad, ctx)) {
    const rule = entry.fault === undefined ? findSubfilter?.(entry.key) : undefined;
    if (rule) parts.push(...(await embeddedParts(text, entry, rule, options, ctx)));
    else parts.push({ kind: 'block', block: blocks.make(entry) });
    if (parts.length < batchSize) continue;
    yield parts;
    parts = [];
  }
  blocks.bad.reportIn(text.text, ctx);
  reportRepeated(blocks.ids.repeated, ctx);
  parts.push({ kind: 'layer-end', id: rootLayerId });
  yield parts;
}

async function embeddedParts(
  text: LoadedText,
  entry: PropertyEntry,
  rule: SubfilterRule,
  options: PropertiesOptions,
  ctx: ReadContext,
): Promise<readonly Part[]> {
  const value = {
    id: entry.key,
    parentId: rootLayerId,
    text: entry.value,
    rule,
    form: toForm(text, entry, '', options),
  };
  const embedded = await readEmbedded({ ...value, ...toEntry(text, entry) }, ctx);
  ctx.skeleton?.append(embedded.entry);
  return embedded.parts;
}

function* readEntries(text: LoadedText, bad: BadValues, ctx: ReadContext): Generator<PropertyEntry> {
  try {
    yield* parseProperties(text.text, bad);
  } catch (error) {
    if (!(error instanceof PropertiesFault)) throw error;
    throw parseError(ctx.document, 'properties', error.message, locationAt(text.text, error.index));
  }
}

/** Builds the block of each value of one file. */
class BlockMaker {
  readonly bad: BadValues;
  readonly #text: LoadedText;
  readonly #options: PropertiesOptions;
  readonly #ctx: ReadContext;
  readonly #find: CodeFinder;
  readonly ids = new BlockIds();

  constructor(text: LoadedText, options: PropertiesOptions, ctx: ReadContext) {
    this.bad = new BadValues(options);
    this.#text = text;
    this.#options = options;
    this.#ctx = ctx;
    this.#find = codeFinder(valueCodes(options));
  }

  make(entry: PropertyEntry): Block {
    const value = entry.value.toWellFormed();
    const { fault } = entry;
    const { runs, syntax } = fault === undefined ? this.#content(value) : { runs: [textRun(value)], syntax: '' };
    const properties: Record<string, string> = { key: entry.key };
    const id = this.ids.claim(entry.key === '' ? '(empty)' : entry.key, properties);
    if (fault !== undefined) this.bad.add(id, fault, properties);
    if (value !== entry.value) {
      this.#ctx.lose({ kind: 'char-replaced', block: id, detail: { reason: 'lone-surrogate' } });
    }
    const fields = {
      id,
      name: entry.key,
      type: 'string',
      source: runs,
      properties,
      translatable: fault === undefined,
      format: 'properties',
      entry: this.#append(id, entry, runs, syntax),
      note: entry.comment?.text,
    } as const;
    return readBlock(fields, this.#ctx);
  }

  #content(value: string): Content {
    return this.#options.messageFormat
      ? messageContent(value, this.#find, this.#options.htmlValues === 'codes')
      : plainContent(this.#find(value));
  }

  #append(id: string, entry: PropertyEntry, runs: Runs, syntax: string): number | undefined {
    const { skeleton } = this.#ctx;
    if (skeleton === undefined) return undefined;
    const { offset, length } = toEntry(this.#text, entry);
    const form = toForm(this.#text, entry, syntax, this.#options);
    if (entry.comment) skeleton.append(commentEntry(this.#text, id, entry.comment));
    return skeleton.append(new ValueEntry(id, offset, length, runs, form));
  }
}

function commentEntry(text: LoadedText, id: string, { text: comment, start, end }: PropertyComment): NoteEntry {
  const offset = text.byteAt(start);
  const raw = text.text.slice(start, end);
  return new NoteEntry(id, { offset, length: text.byteAt(end) - offset }, { text: comment, raw, more: true });
}

/** Content of a value, and its syntax. */
interface Content {
  readonly runs: Runs;
  readonly syntax: string;
}

function plainContent({ runs, icu }: FoundContent): Content {
  return { runs, syntax: icu ? 'icu ' : '' };
}

/** Reads a value as a message, or as text if it is not a valid one. */
function messageContent(value: string, find: CodeFinder, tags: boolean): Content {
  if (value === '') return { runs: Object.freeze([textRun('')]), syntax: 'message ' };
  const message = parseMessage(value, tags);
  return message.ok ? { runs: message.runs, syntax: 'message ' } : plainContent(find(value));
}

function toEntry(
  text: LoadedText,
  { valueAt, valueEnd }: PropertyEntry,
): { readonly offset: number; readonly length: number } {
  const offset = text.byteAt(valueAt);
  return { offset, length: text.byteAt(valueEnd) - offset };
}

/** Returns the notation of a value. */
function toForm(text: LoadedText, entry: PropertyEntry, syntax: string, options: PropertiesOptions): string {
  const flags = `${syntax}${isAsciiFile(text, options) ? 'ascii ' : ''}${entry.bare ? 'bare ' : ''}`;
  return joinForm(flags, text.text.slice(entry.valueAt, entry.valueEnd));
}
