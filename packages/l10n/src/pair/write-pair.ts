import type { JsonObject } from '@helve/core';
import type { Layer, Part } from '@helve/flow';
import {
  bytesSource,
  type ByteSink,
  type ByteSource,
  type Format,
  type InsertRequest,
  type Skeleton,
  type TextForm,
  type WriteContext,
  type WriteReport,
} from '@helve/flow/content';
import { createMemorySink } from '../format/memory-sink.js';
import type { ExistingTarget } from './existing-target.js';
import { TargetChanges } from './target-changes.js';
import { UnitKeys } from './unit-keys.js';

/** Request to write one target of a document. */
export interface PairWrite {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly skeleton: Skeleton | undefined;
  readonly options: JsonObject;
  readonly ctx: WriteContext;
  /** Returns the source; known once its first part was read. */
  readonly origin: () => ByteSource | undefined;
}

/**
 * Writes a target into its existing file: only changed texts are written anew, and keys that the file lacks are put in.
 * Where its format cannot do that, the file is written in the layout of the source, with all of its translations, which
 * may not be possible; keys that only the translation has are reported as lost then.
 */
export async function writePair(format: Format, pair: ExistingTarget, request: PairWrite): Promise<WriteReport> {
  const { parts, sink, skeleton, options, ctx } = request;
  const changes = new TargetChanges(pair);
  const held = createMemorySink();
  const losses: Parameters<WriteContext['lose']>[0][] = [];
  const own = { ...ctx, lose: (loss: (typeof losses)[number]) => void losses.push(loss) };
  const watched = watchAll(changes.watch(parts));
  const failures: unknown[] = [];
  await format.write(watched.parts, held, skeleton, options, own).catch((error: unknown) => void failures.push(error));
  await watched.end();
  const report = { blocks: watched.blocks(), changed: changes.count };
  const isKept = changes.fit || (format.insert !== undefined && changes.insertable);
  pair.settle(isKept && pair.file.prune !== true);
  if (isKept) {
    let skipped = 0;
    const lose: WriteContext['lose'] = (loss) => {
      if (loss.kind === 'block-skipped') skipped += 1;
      ctx.lose(loss);
    };
    const counted = { ...request, ctx: { ...ctx, lose } };
    const { bytes } = await writeInto(format, pair, changes, skeleton?.textForm, counted);
    return { ...report, changed: changes.count - skipped, bytes };
  }
  if (failures.length > 0) throw failures[0];
  for (const loss of losses) ctx.lose(loss);
  for (const block of pair.orphans()) ctx.lose({ kind: 'block-skipped', block, detail: { reason: 'orphan' } });
  const bytes = held.bytes();
  await sink.write(bytes);
  return { ...report, bytes: bytes.length };
}

/** Parts that are read to their end, even where whoever writes them fails; fails itself where they do. */
function watchAll(parts: AsyncGenerator<Part>) {
  let blocks = 0;
  const failures: unknown[] = [];
  const next = async () => {
    try {
      const read = await parts.next();
      if (read.done !== true && read.value.kind === 'block') blocks += 1;
      return read;
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  return {
    parts: { [Symbol.asyncIterator]: () => ({ next }) },
    async end(): Promise<void> {
      if (failures.length > 0) throw failures[0];
      while ((await next()).done !== true);
    },
    blocks: () => blocks,
  };
}

async function writeInto(
  format: Format,
  pair: ExistingTarget,
  changes: TargetChanges,
  form: TextForm | undefined,
  { sink, options, ctx, origin }: PairWrite,
): Promise<WriteReport> {
  const { file } = pair;
  const orphans = [...new Set(pair.orphans())];
  const { targetLocale: _, ...writing } = ctx;
  const own = { ...writing, sourceLocale: file.locale };
  const known = origin();
  const source = await withEntries(format, file.source, {
    entries: changes.added,
    remove: file.prune === true ? orphans : [],
    options,
    ctx: { ...own, document: file.id },
    ...(known === undefined ? {} : { origin: known }),
  });
  const skeleton = format.createSkeleton(source);
  const parts = format.read(source, options, { ...own, document: file.id, skeleton, lose: () => undefined });
  return format.write(withChanges(parts, changes, form), sink, skeleton, options, own);
}

/** The file with the entries that it lacks. */
async function withEntries(
  format: Format,
  source: ByteSource,
  request: Omit<InsertRequest, 'bytes'>,
): Promise<ByteSource> {
  if (request.entries.length + request.remove.length === 0 || format.insert === undefined) return source;
  return bytesSource(await format.insert({ ...request, bytes: await source.bytes() }));
}

async function* withChanges(
  parts: AsyncIterable<Part>,
  changes: TargetChanges,
  form: TextForm | undefined,
): AsyncGenerator<Part> {
  const keys = new UnitKeys();
  let isRoot = true;
  for await (const part of parts) {
    keys.see(part);
    if (part.kind === 'layer-start' && isRoot) {
      isRoot = false;
      yield { ...part, layer: withForm(part.layer, changes.layer, form) };
      continue;
    }
    const runs = part.kind === 'block' ? changes.runs(keys.next(part.block)) : undefined;
    if (part.kind === 'block' && runs !== undefined) part.block.source = runs;
    yield part;
  }
}

/** The text form that steps have asked for; where they left that of the source, the translation keeps its own. */
function withForm(layer: Layer, wanted: Layer | undefined, form: TextForm | undefined): Layer {
  if (wanted === undefined || form === undefined) return layer;
  const { encoding, bom, lineBreak, properties } = wanted;
  return {
    ...layer,
    ...(encoding === form.encoding ? {} : { encoding }),
    ...(bom === form.bom ? {} : { bom }),
    ...(lineBreak === form.lineBreak ? {} : { lineBreak }),
    properties: { ...layer.properties, ...properties },
  };
}
