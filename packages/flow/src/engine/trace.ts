import { digest, type Json } from '@helve/core';
import type { Block } from '../contract/block.js';
import type { FlowPlan } from '../contract/plan.js';
import type { Batch } from './link.js';
import { planSteps } from '../binding/plan-steps.js';

/** One line of `helve.trace/v1`: a step took or gave a batch, or a block as it stood before or after a step. */
export type TraceEvent = { readonly schema: 'helve.trace/v1'; readonly document: string; readonly node: string } & (
  | { readonly kind: 'enter' | 'exit'; readonly us: number; readonly parts: number }
  | { readonly kind: 'before' | 'after'; readonly block: string; readonly state: Json }
);

export interface TraceOptions {
  /** The blocks to look at, by id; none unless told. */
  readonly blocks?: (document: string, block: string) => boolean;
  write(event: TraceEvent): void;
}

/** Whether content may be shown at the two sides of a step. */
interface Visibility {
  readonly before: boolean;
  readonly after: boolean;
}

/** Tells when batches enter and leave steps and what became of chosen blocks. */
export class Trace {
  readonly #options: TraceOptions;
  readonly #visible: ReadonlyMap<string, Visibility>;

  constructor(options: TraceOptions, plan: FlowPlan) {
    this.#options = options;
    this.#visible = visibilityOf(plan);
  }

  batch(side: 'enter' | 'exit', document: string, node: string, batch: Batch): void {
    const place = { schema: 'helve.trace/v1', document, node } as const;
    this.#options.write({ ...place, kind: side, us: Math.round(performance.now() * 1_000), parts: batch.length });
    const { blocks } = this.#options;
    if (blocks === undefined) return;
    const kind = side === 'enter' ? 'before' : 'after';
    const visible = this.#visible.get(node)?.[kind] ?? false;
    for (const part of batch) {
      if (part.kind !== 'block' || !blocks(document, part.block.id)) continue;
      this.#options.write({ ...place, kind, block: part.block.id, state: stateOf(part.block, visible) });
    }
  }
}

/** A block as plain data; where content must not be seen, the digest of each field in its place. */
function stateOf({ source, targets, overlays, annotations }: Block, visible: boolean): Json {
  const state = { source, targets, overlays, annotations };
  if (!visible) return Object.fromEntries(Object.entries(state).map(([field, value]) => [field, digest(value)]));
  return JSON.parse(JSON.stringify(state)) as Json;
}

/**
 * Content may be shown in a flow that hides nothing. In one that does, only after a step took secrets out and before a
 * step puts them back.
 */
function visibilityOf(plan: FlowPlan): ReadonlyMap<string, Visibility> {
  const steps = planSteps(plan);
  let hidden = steps.some(({ contract }) => contract.recoverable === true);
  return new Map(
    steps.map(({ node, contract }) => {
      const before = !hidden;
      if (contract.recoverable === true) hidden = false;
      else if (contract.requires?.includes('vault') === true) hidden = true;
      return [node, { before, after: !hidden }];
    }),
  );
}
