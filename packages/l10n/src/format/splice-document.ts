import {
  createStructureCheck,
  type Block,
  type ByteSink,
  type Part,
  type Runs,
  type Skeleton,
  type SkeletonCursor,
  type SkeletonEmbedded,
  type SkeletonValue,
  type WriteContext,
  type WriteReport,
} from '@helve/flow';
import { unwritable } from './format-error.js';
import { rootLayerId } from './read-embedded.js';
import { noDigest, runsDigest } from './runs-digest.js';
import { Replay } from './replay.js';
import { createOutlet, type Escape, type Outlet, type WantedForm } from './text/outlet.js';
import { writeEmbedded } from './write-embedded.js';

const replayAfterBytes = 256 * 1024;
const utf8Form = { encoding: 'utf-8', bom: false, lineBreak: 'lf' } as const;

/** How one format writes its values; the rest of a document is replayed. */
export interface ValueCodec {
  /** Whether a block is other than it was read, for formats that know it sooner than by a digest; nothing when they do not. */
  isChanged?(entry: SkeletonValue, block: Block, ctx: WriteContext): boolean | undefined;
  /** The content that belongs at a place; nothing means that there is none. */
  pick(entry: SkeletonValue, block: Block, ctx: WriteContext): Runs | undefined;
  /** Content as the bytes at that place say it, quotes and escapes included. */
  encode(runs: Runs | undefined, entry: SkeletonValue, block: Block, ctx: WriteContext): string;
  /** The text of a document inside a value, as the value says it. */
  encodeText?(text: string, entry: SkeletonEmbedded): string;
  /** A character that the file's encoding lacks. */
  readonly escape?: Escape;
}

/** What is put together, around what, and where it goes. */
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
  const structure = createStructureCheck(`write ${request.skeleton.format}`);
  try {
    for await (const part of request.parts) {
      request.ctx.signal.throwIfAborted();
      structure.take(part);
      splice.take(part);
      if (splice.hasWork()) await splice.drain();
    }
    structure.end();
    return await splice.end();
  } finally {
    await splice.close();
  }
}

interface Nested {
  readonly parts: Part[];
  done: boolean;
}

class Splice {
  readonly #request: SpliceRequest;
  readonly #cursor: SkeletonCursor;
  readonly #blocks = new Map<string, Block>();
  readonly #nested = new Map<string, Nested>();
  #open: string[] = [];
  #outlet: Outlet | undefined;
  #replay: Replay | undefined;
  /** The number of the furthest entry that a block came for: what stands before it and has no block was dropped. */
  #arrived = -1;
  #ended = false;
  /** The entry that was found changed last. */
  #known: SkeletonValue | undefined;
  /** Where the last settled entry ends, and how far the original was written or left out. */
  #kept = 0;
  #copied = 0;
  #seen = 0;
  #changed = 0;

  constructor(request: SpliceRequest) {
    this.#request = request;
    this.#cursor = request.skeleton.cursor();
  }

  /** Passes what is unchanged, which is the common case, and says whether the next entry asks for more than that. */
  hasWork(): boolean {
    for (let entry = this.#cursor.peek(); entry; entry = this.#cursor.peek()) {
      if (entry.kind !== 'bytes' && entry.kind !== 'ref') return true;
      if (entry.kind === 'ref') {
        const block = this.#blocks.get(entry.blockId);
        if (!block) return this.#isSettled(entry);
        if (this.#isChanged(entry, block)) {
          this.#known = entry;
          return true;
        }
        if (!entry.more) this.#blocks.delete(entry.blockId);
      }
      this.#pass(entry);
    }
    return this.#kept - this.#copied > replayAfterBytes;
  }

  take(part: Part): void {
    if (part.kind === 'layer-start') this.#enter(part);
    const outer = this.#open[1];
    if (outer !== undefined) this.#nested.get(outer)?.parts.push(part);
    else if (part.kind === 'block') this.#arrive(part.block);
    if (part.kind === 'layer-end') this.#leave();
  }

  async drain(): Promise<void> {
    for (let entry = this.#cursor.peek(); entry; entry = this.#cursor.peek()) {
      if (entry.kind === 'lang') await this.#lang(entry);
      else if (entry.kind !== 'bytes') {
        if (!this.#isSettled(entry)) break;
        if (entry.kind === 'ref') await this.#value(entry);
        else await this.#embedded(entry);
      }
      this.#pass(entry);
    }
    if (this.#kept - this.#copied > replayAfterBytes) await this.#copyTo(this.#kept);
  }

  async end(): Promise<WriteReport> {
    this.#ended = true;
    await this.drain();
    await this.#copyTo(Number.POSITIVE_INFINITY);
    const { outlet } = this.#ready();
    await outlet.end();
    if (this.#blocks.size > 0) {
      this.#request.ctx.lose({ kind: 'block-skipped', detail: { reason: 'no-place', count: this.#blocks.size } });
    }
    return { bytes: outlet.written, blocks: this.#seen, changed: this.#changed };
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

  #begin(wanted: WantedForm): void {
    const { sink, skeleton, codec } = this.#request;
    const form = skeleton.textForm ?? { ...utf8Form };
    this.#outlet = createOutlet(sink, form, skeleton.textForm ? wanted : form, {
      escape: codec.escape,
      refuse: () => unwritable(rootLayerId, skeleton.format, `a character of the file is not in "${wanted.encoding}"`),
    });
    this.#replay = new Replay(skeleton.source, this.#outlet);
  }

  #ready(): { readonly outlet: Outlet; readonly replay: Replay } {
    if (!this.#outlet || !this.#replay) this.#begin(this.#request.skeleton.textForm ?? utf8Form);
    const outlet = this.#outlet;
    const replay = this.#replay;
    if (!outlet || !replay) throw new TypeError('Cannot write: the outlet is not open');
    return { outlet, replay };
  }

  #arrive(block: Block): void {
    this.#seen += 1;
    this.#blocks.set(block.id, block);
    this.#arrived = Math.max(this.#arrived, block.skeleton?.entry ?? -1);
  }

  #isSettled(entry: SkeletonValue | SkeletonEmbedded): boolean {
    if (this.#ended || this.#arrived > this.#cursor.index) return true;
    return entry.kind === 'ref' ? this.#blocks.has(entry.blockId) : this.#nested.get(entry.layerId)?.done === true;
  }

  #isChanged(entry: SkeletonValue, block: Block): boolean {
    const { codec, ctx } = this.#request;
    const told = codec.isChanged?.(entry, block, ctx);
    if (told !== undefined) return told;
    const runs = codec.pick(entry, block, ctx);
    return (runs ? runsDigest(runs) : noDigest) !== entry.digest;
  }

  async #value(entry: SkeletonValue): Promise<void> {
    const { codec, ctx } = this.#request;
    const block = this.#blocks.get(entry.blockId);
    if (!block) return;
    if (!entry.more) this.#blocks.delete(entry.blockId);
    if (entry !== this.#known && !this.#isChanged(entry, block)) return;
    this.#changed += 1;
    await this.#replace(entry, codec.encode(codec.pick(entry, block, ctx), entry, block, ctx), block.id);
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

  async #lang(entry: { readonly offset: number; readonly length: number; readonly value: string }): Promise<void> {
    const { sourceLocale, targetLocale } = this.#request.ctx;
    if (targetLocale === undefined || entry.value.replaceAll('_', '-') !== sourceLocale) return;
    const locale = entry.value.includes('_') ? targetLocale.replaceAll('-', '_') : targetLocale;
    await this.#replace(entry, locale, 'lang');
  }

  async #replace(place: { readonly offset: number; readonly length: number }, text: string, block: string) {
    await this.#copyTo(place.offset);
    const { outlet, replay } = this.#ready();
    if (!outlet.text(text)) {
      throw unwritable(block, this.#request.skeleton.format, 'a character is not in the encoding of the file');
    }
    this.#copied = place.offset + place.length;
    if (!replay.skips(this.#copied)) await replay.skipTo(this.#copied);
  }

  #pass(entry: { readonly offset: number; readonly length: number }): void {
    this.#kept = entry.offset + entry.length;
    this.#cursor.advance();
  }

  /** Untouched bytes are copied in large pieces. */
  async #copyTo(end: number): Promise<void> {
    await this.#ready().replay.copyTo(end);
    this.#copied = end;
  }
}

/** The writer of a format that always has a document to write into. */
export function spliceWriter(
  codec: ValueCodec,
): (
  request: Omit<SpliceRequest, 'skeleton' | 'codec'> & { readonly skeleton: Skeleton | undefined },
) => Promise<WriteReport> {
  return async ({ parts, sink, skeleton, ctx }) => {
    if (!skeleton) throw new TypeError('Cannot write: there is no skeleton');
    return spliceDocument({ parts, sink, skeleton, codec, ctx });
  };
}

/** How a value was written, for formats that say it in one text. */
export function formText({ form }: Pick<SkeletonValue, 'form'>): string {
  return typeof form === 'string' ? form : '';
}

/** The content of a monolingual file: the wanted target where there is one, else the source. */
export function pickMonolingual(_: SkeletonValue, block: Block, ctx: WriteContext): Runs | undefined {
  const target = ctx.targetLocale === undefined ? undefined : block.targets[ctx.targetLocale];
  return target?.runs ?? block.source;
}

/** The content of a bilingual file: source and target each have their own place. */
export function pickBilingual(entry: SkeletonValue, block: Block, ctx: WriteContext): Runs | undefined {
  if (entry.side === 'source') return block.source;
  const variant = entry.variant ?? ctx.targetLocale;
  return variant === undefined ? undefined : block.targets[variant]?.runs;
}
