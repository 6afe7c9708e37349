import type { ToolInvokeContext } from '../contract/context.js';
import type { ExecutionFacts } from '../contract/execution-facts.js';

const noted = new WeakMap<object, ExecutionFacts>();
let isUsed = false;

/** Says how the body of a call was run. */
export function noteExecution(ctx: ToolInvokeContext, facts: ExecutionFacts): void {
  isUsed = true;
  noted.set(ctx, Object.freeze(facts));
}

/** Reads the facts about the body of a call; most bodies run here and have none. */
export function executionOf(ctx: ToolInvokeContext): ExecutionFacts | undefined {
  return isUsed ? noted.get(ctx) : undefined;
}
