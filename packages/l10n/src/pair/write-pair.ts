import type { JsonObject } from '@helve/core';
import type { Block, Layer, Part, Runs } from '@helve/flow';
import type { ByteSink, Format, Skeleton, TextForm, WriteContext, WriteReport } from '@helve/flow/content';
import { createMemorySink } from '../format/memory-sink.js';
import { sameRuns } from '../format/same-runs.js';
import type { ExistingTarget } from './existing-target.js';
import { UnitKeys } from './unit-keys.js';

/** Request to write one target of a document. */
export interface PairWrite {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly skeleton: Skeleton | undefined;
  readonly options: JsonObject;
  readonly ctx: WriteContext;
}

/**
 * Writes a target into its existing file: only changed texts are written anew. Where the file lacks a key, it is written
 * in the layout of the source, with all of its translations; keys that only the translation has are reported as lost then.
 */
export async function writePair(format: Format, pair: ExistingTarget, request: PairWrite): Promise<WriteReport> {
  const { parts, sink, skeleton, options, ctx } = request;
  const changes = new TargetChanges(pair);
  const held = createMemorySink();
  const losses: Parameters<WriteContext['lose']>[0][] = [];
  const own = { ...ctx, lose: (loss: (typeof losses)[number]) => void losses.push(loss) };
  const { blocks } = await format.write(changes.watch(parts), held, skeleton, options, own);
  const report = { blocks, changed: changes.count };
  pair.settle(changes.fit);
  if (changes.fit) {
    const { bytes } = await writeInto(format, pair, changes, skeleton?.textForm, request);
    return { ...report, bytes };
  }
  for (const loss of losses) ctx.lose(loss);
  for (const block of pair.orphans()) ctx.lose({ kind: 'block-skipped', block, detail: { reason: 'orphan' } });
  const bytes = held.bytes();
  await sink.write(bytes);
  return { ...report, bytes: bytes.length };
}

/** Differences between the targets that leave a flow and the file that they came from. */
class TargetChanges {
  readonly #pair: ExistingTarget;
  readonly #runs = new Map<string, Runs>();
  #layer: Layer | undefined;
  #added = 0;

  constructor(pair: ExistingTarget) {
    this.#pair = pair;
  }

  async *watch(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    const keys = new UnitKeys();
    for await (const part of parts) {
      keys.see(part);
      if (part.kind === 'layer-start') this.#layer ??= part.layer;
      if (part.kind === 'block') this.#see(keys.next(part.block), part.block);
      yield part;
    }
  }

  /** True when the existing file has a place for every text. */
  get fit(): boolean {
    return this.#added === 0;
  }

  get count(): number {
    return this.#added + this.#runs.size;
  }

  /** The root layer as it leaves the flow. */
  get layer(): Layer | undefined {
    return this.#layer;
  }

  runs(key: string): Runs | undefined {
    return this.#runs.get(key);
  }

  #see(key: string, { targets, source }: Block): void {
    const unit = this.#pair.unit(key);
    const made = targets[this.#pair.file.locale];
    if (made === undefined && unit?.target === undefined) return;
    const runs = made?.runs ?? source;
    if (unit === undefined) this.#added += 1;
    else if (unit.target === undefined || !sameRuns(unit.target.runs, runs)) this.#runs.set(key, runs);
  }
}

async function writeInto(
  format: Format,
  { file }: ExistingTarget,
  changes: TargetChanges,
  form: TextForm | undefined,
  { sink, options, ctx }: PairWrite,
): Promise<WriteReport> {
  const { targetLocale: _, ...writing } = ctx;
  const own = { ...writing, sourceLocale: file.locale };
  const skeleton = format.createSkeleton(file.source);
  const parts = format.read(file.source, options, { ...own, document: file.id, skeleton, lose: () => undefined });
  return format.write(withChanges(parts, changes, form), sink, skeleton, options, own);
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
