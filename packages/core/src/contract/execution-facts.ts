import type { ToolInvokeContext } from './context.js';

/** What whoever ran a body elsewhere says of that beside the answer; the trail keeps it. */
export interface ExecutionFacts {
  /** The call as it is known there, in journal and log. */
  readonly callId: string;
  /** How often it was sent there. */
  readonly attempts: number;
  /** What it used, by unit. */
  readonly usage: { readonly [unit: string]: number };
}

const noted = new WeakMap<object, ExecutionFacts>();
let isUsed = false;

/** Says how the body of a call was run. */
export function noteExecution(ctx: ToolInvokeContext, facts: ExecutionFacts): void {
  isUsed = true;
  noted.set(ctx, Object.freeze(facts));
}

/** What was said of the body of a call; most run here, and nothing is. */
export function executionOf(ctx: ToolInvokeContext): ExecutionFacts | undefined {
  return isUsed ? noted.get(ctx) : undefined;
}
