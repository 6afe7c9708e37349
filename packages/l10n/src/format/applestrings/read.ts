import { textRun, type Block, type Part } from '@helve/flow';
import { BlockIds, type ByteSource, type ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { BatchedParts } from '../batched-parts.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { parseError } from '../format-error.js';
import type { SubfilterRule } from '../format-option.js';
import { NoteEntry } from '../note-entry.js';
import { readBlock } from '../read-block.js';
import { compileSubfilters, readEmbedded, rootLayerId } from '../read-embedded.js';
import { reportRepeated } from '../report-repeated.js';
import { rootLayer } from '../root-layer.js';
import { locate } from '../text/locate.js';
import { openText, type TextSource } from '../text/open-text.js';
import type { SourceFault } from '../text/source-fault.js';
import { ScanFault, scanEntries, type EntryBatch } from '../text/scan-entries.js';
import { ValueEntry } from '../value-entry.js';
import { commentText } from './comment.js';
import { openingEncoding } from './encoding.js';
import type { AppleStringsOptions } from './options.js';
import { scanString, type StringEntry, type TextRange } from './scan.js';
import { decodeString, stringStyle, type StringStyle } from './string-syntax.js';

/** Reads an Apple strings file in pieces: every value is a block, named by its key; a comment beside it is its note. */
export function readAppleStrings(
  source: ByteSource,
  options: AppleStringsOptions,
  ctx: ReadContext,
): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: AppleStringsOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const { maxBytes } = options;
  const encoding = await openingEncoding(source, options);
  const text = await openText(source, { file: ctx.document, maxBytes, encoding });
  yield [
    { kind: 'layer-start', layer: rootLayer({ format: 'applestrings', mimeType: 'text/plain', form: text.form }, ctx) },
  ];
  const reader = new TableReader(options, ctx);
  try {
    for await (const batch of scanEntries(text, ctx.document, scanString)) {
      ctx.signal.throwIfAborted();
      const parts: Part[] = [];
      for (const entry of batch.entries) parts.push(...(await reader.parts(entry, batch)));
      if (parts.length > 0) yield parts;
    }
  } catch (error) {
    throw await located(error, text, ctx);
  }
  await reader.bad.report(() => text.chunks(), ctx);
  reportRepeated(reader.ids.repeated, ctx);
  yield [{ kind: 'layer-end', id: rootLayerId }];
}

async function located(error: unknown, text: TextSource, ctx: ReadContext): Promise<unknown> {
  if (!(error instanceof ScanFault)) return error;
  return parseError(ctx.document, 'applestrings', error.message, await locate(text, error.index));
}

/** Content of an entry: its decoded text, or its raw text with what is wrong. */
interface Value {
  readonly text: string;
  readonly fault?: SourceFault;
  readonly style: StringStyle;
  readonly range: { readonly offset: number; readonly length: number };
}

/** Makes the parts of the entries of one file. */
class TableReader {
  readonly bad: BadValues;
  readonly #ctx: ReadContext;
  readonly #find: CodeFinder;
  readonly ids = new BlockIds();
  readonly #findSubfilter: ((key: string) => SubfilterRule | undefined) | undefined;

  constructor(options: AppleStringsOptions, ctx: ReadContext) {
    this.bad = new BadValues(options);
    this.#ctx = ctx;
    this.#find = codeFinder(options.codeFinder);
    this.#findSubfilter = compileSubfilters(options.subfilters);
  }

  async parts(entry: StringEntry, batch: EntryBatch<StringEntry>): Promise<readonly Part[]> {
    const { start, end } = entry.key;
    const key = this.#decode(batch, start, end);
    const rule = this.#findSubfilter?.(key);
    const value = this.#value(entry, key, batch);
    if (rule === undefined || value.fault !== undefined) {
      return [{ kind: 'block', block: this.#block(key, value, entry, batch) }];
    }
    const { text, range, style } = value;
    const embedded = await readEmbedded(
      { id: key, parentId: rootLayerId, text, rule, ...range, form: { ...style, quote: style.quote ?? null } },
      this.#ctx,
    );
    this.#ctx.skeleton?.append(embedded.entry);
    return embedded.parts;
  }

  #block(key: string, value: Value, entry: StringEntry, batch: EntryBatch<StringEntry>): Block {
    const { fault } = value;
    const text = value.text.toWellFormed();
    const runs = fault === undefined ? this.#find(text).runs : Object.freeze([textRun(text)]);
    const properties: Record<string, string> = { key };
    const id = this.ids.claim(key === '' ? '(empty)' : key, properties);
    if (fault !== undefined) this.bad.add(id, fault, properties);
    if (text !== value.text) {
      this.#ctx.lose({ kind: 'char-replaced', block: id, detail: { reason: 'lone-surrogate' } });
    }
    const { comment } = entry;
    const raw = comment === undefined ? undefined : batch.text.slice(comment.start, comment.end);
    const note = raw === undefined ? undefined : commentText(raw);
    const noted =
      comment === undefined || note === undefined ? undefined : { range: comment, text: note, raw: raw ?? '' };
    const number = this.#append(id, value, runs, noted, batch);
    const fields = {
      id,
      name: key,
      type: 'string',
      source: runs,
      properties,
      translatable: fault === undefined,
      format: 'applestrings',
      entry: number,
      note,
    } as const;
    return readBlock(fields, this.#ctx);
  }

  #append(
    id: string,
    { range, style }: Value,
    runs: Block['source'],
    note: { readonly range: TextRange; readonly text: string; readonly raw: string } | undefined,
    { bytes }: EntryBatch<StringEntry>,
  ): number | undefined {
    const { skeleton } = this.#ctx;
    if (skeleton === undefined) return undefined;
    const value = new ValueEntry(id, range.offset, range.length, runs, { ...style, quote: style.quote ?? null });
    if (note === undefined) return skeleton.append(value);
    const offset = bytes.byteAt(note.range.start);
    const length = bytes.byteAt(note.range.end) - offset;
    const isAbove = offset < range.offset;
    const comment = new NoteEntry(id, { offset, length }, { text: note.text, raw: note.raw, more: isAbove });
    if (isAbove) {
      skeleton.append(comment);
      return skeleton.append(value);
    }
    const number = skeleton.append(Object.assign(value, { more: true as const }));
    skeleton.append(comment);
    return number;
  }

  #value({ key, value }: StringEntry, name: string, { text, bytes, passed }: EntryBatch<StringEntry>): Value {
    if (value === undefined) {
      const range = { offset: bytes.byteAt(key.after), length: 0 };
      return { text: name, style: stringStyle(undefined, ''), range };
    }
    const { start, end, after, quote } = value;
    const raw = text.slice(start, end);
    const offset = bytes.byteAt(quote === '' ? start : start - 1);
    const range = { offset, length: bytes.byteAt(after) - offset };
    return this.bad.attempt<Value>(
      () => ({ text: decodeString(raw, start + passed), style: stringStyle(quote, raw), range }),
      (fault) => ({ text: raw, fault, style: { quote, lineEnd: '', spelled: '' }, range }),
    );
  }

  #decode({ text, passed }: EntryBatch<StringEntry>, start: number, end: number): string {
    return decodeString(text.slice(start, end), start + passed);
  }
}
