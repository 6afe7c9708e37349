import { digest, type Json } from '@helve/core';
import type { Block } from '../../contract/block.js';
import type { FlowPlan, PlanStep } from '../../contract/plan.js';
import type { Batch } from '../channel/channel.js';
import { planSteps } from '../../binding/plan-steps.js';
import { redactsData, restoresData } from '../../binding/vault-step.js';

/** One line of `helve.trace/v1`: a step took or gave a batch, or a block as it stood before or after a step. */
export type FlowTraceEvent = { readonly schema: 'helve.trace/v1'; readonly document: string; readonly node: string } & (
  | { readonly kind: 'enter' | 'exit'; readonly us: number; readonly parts: number }
  | { readonly kind: 'before' | 'after'; readonly block: string; readonly state: Json }
);

export interface TraceOptions {
  /** The blocks to look at, by id; none unless told. */
  readonly blocks?: (document: string, block: string) => boolean;
  write(event: FlowTraceEvent): void;
}

/** Parts of a block that a trace may show before or after a step. */
interface Visibility {
  readonly content: boolean;
  /** True when it is known by now which ids must not be told. */
  readonly ids: boolean;
}

type Sides = { readonly [side in 'before' | 'after']: Visibility };
const nothing: Visibility = { content: false, ids: false };

/** Facts of a document about its blocks. */
export interface TracedBlocks {
  /** Gives the form in which an id may leave the document. */
  shown(id: string): string;
  /** True when steps pass the block by, so that none took private data out of it. */
  isPassedBy(id: string): boolean;
}

/** Tells when batches enter and leave steps and what became of chosen blocks. */
export class Trace {
  readonly #options: TraceOptions;
  readonly #hides: boolean;
  readonly #visible: ReadonlyMap<string, Sides>;

  constructor(options: TraceOptions, plan: FlowPlan) {
    const steps = planSteps(plan);
    this.#options = options;
    this.#hides = steps.some(redactsData);
    this.#visible = planVisibility(steps, this.#hides);
  }

  batch(side: 'enter' | 'exit', document: string, node: string, batch: Batch, known: TracedBlocks): void {
    const header = { schema: 'helve.trace/v1', document, node } as const;
    this.#options.write({ ...header, kind: side, us: Math.round(performance.now() * 1_000), parts: batch.length });
    const { blocks } = this.#options;
    if (blocks === undefined) return;
    const kind = side === 'enter' ? 'before' : 'after';
    const usual = this.#visible.get(node)?.[kind] ?? nothing;
    for (const part of batch) {
      if (part.kind !== 'block' || !blocks(document, part.block.id)) continue;
      const visible = this.#hides && known.isPassedBy(part.block.id) ? nothing : usual;
      const block = visible.ids ? known.shown(part.block.id) : digest(part.block.id);
      this.#options.write({ ...header, kind, block, state: toTraceState(part.block, visible.content) });
    }
  }
}

/** A block as plain data; where content must not be seen, the digest of each field in its place. */
function toTraceState({ source, targets, overlays, annotations }: Block, visible: boolean): Json {
  const state = { source, targets, overlays, annotations };
  if (!visible) return Object.fromEntries(Object.entries(state).map(([field, value]) => [field, digest(value)]));
  return JSON.parse(JSON.stringify(state)) as Json;
}

/**
 * Content may be shown in a flow that hides nothing. In one that does, only after a step took secrets out and before a
 * step puts them back; ids from the first such step on, which says what to tell instead of some.
 */
function planVisibility(steps: readonly PlanStep[], hides: boolean): ReadonlyMap<string, Sides> {
  let now: Visibility = { content: !hides, ids: !hides };
  return new Map(
    steps.map((step) => {
      const before = now;
      if (redactsData(step)) now = { content: true, ids: true };
      else if (restoresData(step)) now = { ...now, content: false };
      return [step.node, { before, after: now }];
    }),
  );
}
