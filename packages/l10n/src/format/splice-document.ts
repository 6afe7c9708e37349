import type { Block, Part, Runs } from '@helve/flow';
import {
  createStructureCheck,
  eachPart,
  type ByteSink,
  type PartConsumer,
  type Skeleton,
  type SkeletonCursor,
  type SkeletonEmbedded,
  type SkeletonEntry,
  type SkeletonLanguage,
  type SkeletonValue,
  type StructureCheck,
  type WriteContext,
  type WriteReport,
} from '@helve/flow/content';
import { unwritable, withBlockKey } from './format-error.js';
import { rootLayerId } from './read-embedded.js';
import { noDigest, runsDigest } from './runs-digest.js';
import { Replay } from './replay.js';
import { sameRuns } from './same-runs.js';
import { charEscaper, type Escaper } from './text/escaper.js';
import {
  createOutputBuffer,
  replaceLackingProperty,
  type OutputBuffer,
  type LayerTextForm,
} from './text/output-buffer.js';
import { ValueEntry } from './value-entry.js';
import { writeEmbedded } from './write-embedded.js';

const replayAfterBytes = 256 * 1024;
/** Number of blocks between two replays: some formats count characters to compute an offset. */
const lookEvery = 512;
const utf8Form = { encoding: 'utf-8', bom: false, lineBreak: 'lf' } as const;

/** Value encoding of one format; the rest of a document is replayed. */
export interface ValueCodec {
  /** Receives the requested text form of the document, before anything else. */
  begin?(form: LayerTextForm): void;
  /**
   * True when a block differs from what was read, for formats that know it without a digest; undefined when they do
   * not.
   */
  isChanged?(entry: SkeletonValue, block: Block, ctx: WriteContext): boolean | undefined;
  /** Returns the content for an entry; undefined means none. */
  pick(entry: SkeletonValue, block: Block, ctx: WriteContext): Runs | undefined;
  /** Encodes content as the bytes of the entry, quotes and escapes included. */
  encode(runs: Runs | undefined, entry: SkeletonValue, block: Block, ctx: WriteContext): string;
  /** Encodes the text of a document inside a value. */
  encodeText?(text: string, entry: SkeletonEmbedded): string;
  /** Escapes the characters that the file's encoding lacks. */
  readonly escaper?: Escaper;
  /**
   * Declares another encoding in the first text of a file that declares one; returns undefined to request more text.
   */
  redeclare?(head: string, encoding: string): string | undefined;
}

/** Request to write a document into a sink. */
export interface SpliceRequest {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly skeleton: Skeleton;
  readonly codec: ValueCodec;
  readonly ctx: WriteContext;
}

/**
 * Writes a document: original bytes are replayed, and only values whose content changed are written anew.
 *
 *     original  ▭▭▭▭▭▭▭[value]▭▭▭▭▭[value]▭▭▭▭
 *     written   ▭▭▭▭▭▭▭[value]▭▭▭▭▭[wert]▭▭▭▭
 */
export async function spliceDocument(request: SpliceRequest): Promise<WriteReport> {
  const splice = new Splice(request);
  try {
    await eachPart(request.parts, splice);
    return await splice.end();
  } finally {
    await splice.close();
  }
}

interface Nested {
  readonly parts: Part[];
  done: boolean;
}

class Splice implements PartConsumer {
  readonly #request: SpliceRequest;
  readonly #structure: StructureCheck;
  readonly #cursor: SkeletonCursor;
  /** The latest block, and those before it whose entry was not reached. */
  #latest: Block | undefined;
  readonly #blocks = new Map<string, Block>();
  readonly #nested = new Map<string, Nested>();
  #open: string[] = [];
  #output: OutputBuffer | undefined;
  #replay: Replay | undefined;
  /** Number of the furthest entry with a block: an earlier one without a block was dropped. */
  #arrived = -1;
  #ended = false;
  /** The last entry that was found changed. */
  #known: SkeletonValue | undefined;
  /** The last settled entry, and the position up to which the original was written or skipped. */
  #last: SkeletonEntry | undefined;
  #copied = 0;
  #seen = 0;
  #changed = 0;
  /** Number of characters replaced with question marks since the last look, and outside values. */
  #replaced = 0;
  #replacedOutside = 0;
  readonly #questionMarks = charEscaper(() => {
    this.#replaced += 1;
    return '?';
  });

  constructor(request: SpliceRequest) {
    this.#request = request;
    this.#cursor = request.skeleton.cursor();
    this.#structure = createStructureCheck(`write ${request.skeleton.format}`);
  }

  take(part: Part): void | Promise<void> {
    this.#request.ctx.signal.throwIfAborted();
    this.#structure.take(part);
    this.#keep(part);
    if (this.#hasWork()) return this.#drain();
  }

  /** Does all synchronous work, which is nearly everything, and returns whether more is left. */
  #hasWork(): boolean {
    for (let entry = this.#cursor.peek(); entry; entry = this.#cursor.peek()) {
      if (entry.kind !== 'bytes' && entry.kind !== 'ref') return true;
      if (entry.kind === 'ref') {
        const block = this.#blockOf(entry);
        if (!block) return this.#isSettled(entry);
        if (this.#isChanged(entry, block) && !this.#replacesNow(entry, block)) {
          this.#known = entry;
          return true;
        }
        if (!entry.more) this.#drop(block);
      }
      this.#pass(entry);
    }
    return this.#output?.isFull === true || (this.#seen % lookEvery === 0 && this.#isLong());
  }

  #keep(part: Part): void {
    if (part.kind === 'layer-start') this.#enter(part);
    const outer = this.#open[1];
    if (outer !== undefined) this.#nested.get(outer)?.parts.push(part);
    else if (part.kind === 'block') this.#arrive(part.block);
    if (part.kind === 'layer-end') this.#leave();
  }

  async #drain(): Promise<void> {
    for (let entry = this.#cursor.peek(); entry; entry = this.#cursor.peek()) {
      if (entry.kind === 'lang') await this.#lang(entry);
      else if (entry.kind === 'ref' || entry.kind === 'embedded') {
        if (!this.#isSettled(entry)) break;
        if (entry.kind === 'ref') await this.#value(entry);
        else await this.#embedded(entry);
      }
      this.#pass(entry);
    }
    if (this.#isLong()) await this.#copyTo(this.#kept);
    if (this.#output?.isFull === true) await this.#output.flush();
  }

  async end(): Promise<WriteReport> {
    this.#structure.end();
    this.#ended = true;
    await this.#drain();
    await this.#copyTo(Number.POSITIVE_INFINITY);
    const { output } = this.#ready();
    await output.end();
    this.#reportReplaced(this.#takeReplaced() + this.#replacedOutside);
    const count = this.#blocks.size + (this.#latest ? 1 : 0);
    if (count > 0) this.#request.ctx.lose({ kind: 'block-skipped', detail: { reason: 'no-place', count } });
    return { bytes: output.written, blocks: this.#seen, changed: this.#changed };
  }

  async close(): Promise<void> {
    await this.#replay?.close();
  }

  #enter(part: Part & { readonly kind: 'layer-start' }): void {
    this.#open.push(part.layer.id);
    if (this.#open.length === 1) this.#begin(part.layer);
    if (this.#open.length === 2) this.#nested.set(part.layer.id, { parts: [], done: false });
  }

  #leave(): void {
    const id = this.#open.pop();
    const nested = id !== undefined && this.#open.length === 1 ? this.#nested.get(id) : undefined;
    if (nested) nested.done = true;
  }

  #begin(wanted: LayerTextForm): void {
    const { sink, skeleton, codec } = this.#request;
    codec.begin?.(wanted);
    const form = skeleton.textForm ?? { ...utf8Form };
    this.#output = createOutputBuffer(sink, form, skeleton.textForm ? wanted : form, {
      escaper: codec.escaper,
      ...(wanted.properties?.[replaceLackingProperty] === 'true' ? { replacer: this.#questionMarks } : {}),
      ...(codec.redeclare === undefined ? {} : { redeclare: codec.redeclare }),
      refuse: () =>
        unwritable(rootLayerId, skeleton.format, `a character of the file does not exist in "${wanted.encoding}"`),
    });
    this.#replay = new Replay(skeleton.source, this.#output);
  }

  #ready(): { readonly output: OutputBuffer; readonly replay: Replay } {
    if (!this.#output || !this.#replay) this.#begin(this.#request.skeleton.textForm ?? utf8Form);
    const output = this.#output;
    const replay = this.#replay;
    if (!output || !replay) throw new TypeError('Cannot write: the output is not open');
    return { output, replay };
  }

  #arrive(block: Block): void {
    this.#seen += 1;
    if (this.#latest) this.#blocks.set(this.#latest.id, this.#latest);
    if (this.#blocks.size > 0) this.#blocks.delete(block.id);
    this.#latest = block;
    this.#arrived = Math.max(this.#arrived, block.skeleton?.entry ?? -1);
  }

  /** Returns the block of an entry, which nearly always is the latest. */
  #blockOf({ blockId }: SkeletonValue): Block | undefined {
    return this.#latest?.id === blockId ? this.#latest : this.#blocks.get(blockId);
  }

  #drop(block: Block): void {
    if (block === this.#latest) this.#latest = undefined;
    else this.#blocks.delete(block.id);
  }

  #isSettled(entry: SkeletonValue | SkeletonEmbedded): boolean {
    if (this.#ended || this.#arrived > this.#cursor.index) return true;
    return entry.kind === 'ref' ? this.#blockOf(entry) !== undefined : this.#nested.get(entry.layerId)?.done === true;
  }

  #isChanged(entry: SkeletonValue, block: Block): boolean {
    const { codec, ctx } = this.#request;
    const known = codec.isChanged?.(entry, block, ctx);
    if (known !== undefined) return known;
    const runs = codec.pick(entry, block, ctx);
    if (entry instanceof ValueEntry) return runs === undefined || !sameRuns(runs, entry.content);
    return (runs ? runsDigest(runs) : noDigest) !== entry.digest;
  }

  /** Writes a changed value, unless the original up to its end is not in memory yet. */
  #replacesNow(entry: SkeletonValue, block: Block): boolean {
    const { offset, length } = entry;
    if (this.#replay?.holds(offset + length) !== true) return false;
    this.#changed += 1;
    this.#replay.copyHeld(offset);
    this.#put(this.#encoded(entry, block), block);
    this.#replay.skipHeld(offset + length);
    this.#copied = offset + length;
    return true;
  }

  #encoded(entry: SkeletonValue, block: Block): string {
    const { codec, ctx } = this.#request;
    try {
      return codec.encode(codec.pick(entry, block, ctx), entry, block, ctx);
    } catch (error) {
      throw withBlockKey(error, block, this.#request.skeleton.format);
    }
  }

  async #value(entry: SkeletonValue): Promise<void> {
    const block = this.#blockOf(entry);
    if (!block) return;
    if (!entry.more) this.#drop(block);
    if (entry !== this.#known && !this.#isChanged(entry, block)) return;
    this.#changed += 1;
    await this.#replace(entry, this.#encoded(entry, block), block);
  }

  async #embedded(entry: SkeletonEmbedded): Promise<void> {
    const { codec, ctx, skeleton } = this.#request;
    const nested = this.#nested.get(entry.layerId);
    this.#nested.delete(entry.layerId);
    if (!nested || !codec.encodeText) return;
    const written = await writeEmbedded(entry, nested.parts, ctx, skeleton.format);
    this.#seen += written.report.blocks;
    if (written.text === entry.text) return;
    this.#changed += written.report.changed;
    await this.#replace(entry, codec.encodeText(written.text, entry), entry.layerId);
  }

  async #lang(entry: SkeletonLanguage): Promise<void> {
    const { sourceLocale, targetLocale } = this.#request.ctx;
    if (targetLocale === undefined || entry.value.replaceAll('_', '-') !== sourceLocale) return;
    const separator = entry.separator ?? (entry.value.includes('_') ? '_' : '-');
    await this.#replace(entry, targetLocale.replaceAll('-', separator), 'lang');
  }

  async #replace(range: { readonly offset: number; readonly length: number }, text: string, block: Block | string) {
    await this.#copyTo(range.offset);
    this.#put(text, block);
    this.#copied = range.offset + range.length;
    await this.#ready().replay.skipTo(this.#copied);
  }

  #put(text: string, block: Block | string): void {
    const { format } = this.#request.skeleton;
    const id = typeof block === 'string' ? block : block.id;
    this.#replacedOutside += this.#takeReplaced();
    const isWritten = this.#ready().output.text(text);
    this.#reportReplaced(this.#takeReplaced(), id);
    if (isWritten) return;
    const error = unwritable(id, format, 'a character does not exist in the encoding of the file');
    throw typeof block === 'string' ? error : withBlockKey(error, block, format);
  }

  #takeReplaced(): number {
    const count = this.#replaced;
    this.#replaced = 0;
    return count;
  }

  #reportReplaced(count: number, block?: string): void {
    if (count === 0) return;
    this.#request.ctx.lose({ kind: 'char-replaced', ...(block === undefined ? {} : { block }), detail: { count } });
  }

  #pass(entry: SkeletonEntry): void {
    this.#last = entry;
    this.#cursor.advance();
  }

  /** Position up to which all is settled. */
  get #kept(): number {
    return this.#last ? this.#last.offset + this.#last.length : 0;
  }

  #isLong(): boolean {
    return this.#kept - this.#copied > replayAfterBytes;
  }

  /** Copies untouched bytes in large pieces. */
  async #copyTo(end: number): Promise<void> {
    await this.#ready().replay.copyTo(end);
    this.#copied = end;
  }
}

/** Creates the writer of a format that always has a document to write into. */
export function spliceWriter(
  codec: ValueCodec,
): (
  request: Omit<SpliceRequest, 'skeleton' | 'codec'> & { readonly skeleton: Skeleton | undefined },
) => Promise<WriteReport> {
  return async ({ parts, sink, skeleton, ctx }) => {
    if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
    return spliceDocument({ parts, sink, skeleton, codec, ctx });
  };
}

/** Returns the notation of a value, for formats that store it as one text. */
export function formText({ form }: Pick<SkeletonValue, 'form'>): string {
  return typeof form === 'string' ? form : '';
}

/** Picks the content of a monolingual file: the requested target if there is one, else the source. */
export function pickMonolingual(_: SkeletonValue, block: Block, ctx: WriteContext): Runs | undefined {
  const target = ctx.targetLocale === undefined ? undefined : block.targets[ctx.targetLocale];
  return target?.runs ?? block.source;
}

/** Picks the content of a bilingual file: source and target each have their own entry. */
export function pickBilingual(entry: SkeletonValue, block: Block, ctx: WriteContext): Runs | undefined {
  if (entry.side === 'source') return block.source;
  const variant = entry.variant ?? ctx.targetLocale;
  return variant === undefined ? undefined : block.targets[variant]?.runs;
}
