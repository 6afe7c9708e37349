import type { Block, Part } from '@helve/flow';
import {
  bytesSource,
  createStructureCheck,
  type ByteSink,
  type Format,
  type InsertRequest,
  type NewEntry,
  type WriteContext,
  type WriteReport,
} from '@helve/flow/content';
import { unwritable } from '../format-error.js';

/** Facts by which a format makes the document that it puts entries into. */
export interface EmptyDocument<Options> {
  readonly options: Options;
  readonly ctx: WriteContext;
  /** All blocks to come, header included. */
  readonly blocks: readonly Block[];
}

/** Request to write a document that was never read. */
export interface GenerateRequest<Options> {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly options: Options;
  readonly ctx: WriteContext;
  /** The canonical document without entries. */
  empty(request: EmptyDocument<Options>): string | Promise<string>;
  insert(request: InsertRequest<Options>): Promise<Uint8Array>;
}

/**
 * Writes a new document: all entries are put into an empty one, and then translations into those.
 *
 *     empty ─insert─▶ source texts ─read, write─▶ translations
 */
export async function generateDocument<Options>(
  format: Pick<Format, 'id' | 'kind' | 'createSkeleton'> & Writer<Options>,
  request: GenerateRequest<Options>,
): Promise<WriteReport> {
  const { sink, options, ctx } = request;
  const blocks = await collectBlocks(request.parts, format.id, ctx);
  const bytes = Buffer.from(await request.empty({ options, ctx, blocks }));
  const entries = toEntries(
    blocks.filter(({ type }) => type !== 'header'),
    format,
    ctx,
  );
  const own = format.kind !== 'monolingual' ? ctx : { ...ctx, sourceLocale: ctx.targetLocale ?? ctx.sourceLocale };
  const made = await request.insert({ bytes, entries, remove: [], options, ctx: own });
  if (format.kind === 'monolingual') {
    await sink.write(made);
    return { bytes: made.length, blocks: entries.length, changed: entries.length };
  }
  const source = bytesSource(made);
  const skeleton = format.createSkeleton(source);
  const parts = format.read(source, options, { ...ctx, skeleton });
  const report = await format.write({ parts: withTargets(parts, entries), sink, skeleton, options, ctx });
  return { ...report, changed: entries.length };
}

/** Reading and writing of a format with complete options. */
interface Writer<Options> {
  read(
    source: Parameters<Format['read']>[0],
    options: Options,
    ctx: Parameters<Format['read']>[2],
  ): AsyncIterable<Part>;
  write(request: {
    readonly parts: AsyncIterable<Part>;
    readonly sink: ByteSink;
    readonly skeleton: ReturnType<Format['createSkeleton']>;
    readonly options: Options;
    readonly ctx: WriteContext;
  }): Promise<WriteReport>;
}

/** Collects the blocks of a document; those inside of values have no place in a new one. */
async function collectBlocks(parts: AsyncIterable<Part>, format: string, ctx: WriteContext): Promise<readonly Block[]> {
  const structure = createStructureCheck(`write ${format}`);
  const blocks: Block[] = [];
  for await (const part of parts) {
    ctx.signal.throwIfAborted();
    structure.take(part);
    if (part.kind === 'block') blocks.push(part.block);
  }
  structure.end();
  return blocks;
}

function toEntries(
  blocks: readonly Block[],
  { id: format, kind }: Pick<Format, 'id' | 'kind'>,
  { targetLocale }: WriteContext,
): readonly NewEntry[] {
  const keys = new Set<string>();
  let after: string | undefined;
  return blocks.map((block): NewEntry => {
    const key = kind === 'bilingual' ? block.id : block.name;
    if (keys.has(key)) throw unwritable(block.id, format, `another block is called "${key}" too`);
    keys.add(key);
    const target = kind !== 'monolingual' || targetLocale === undefined ? undefined : block.targets[targetLocale];
    const own = target === undefined ? block : { ...block, source: target.runs, sourceLocale: targetLocale ?? '' };
    const entry = after === undefined ? { block: own } : { block: own, after };
    after = key;
    return entry;
  });
}

/** Gives the blocks of the new document, which come in the order of its entries, what those blocks had. */
async function* withTargets(parts: AsyncIterable<Part>, entries: readonly NewEntry[]): AsyncGenerator<Part> {
  let at = 0;
  for await (const part of parts) {
    if (part.kind === 'block' && part.block.type !== 'header') {
      const given = entries[at++]?.block;
      if (given !== undefined) Object.assign(part.block.targets, given.targets);
    }
    yield part;
  }
}
