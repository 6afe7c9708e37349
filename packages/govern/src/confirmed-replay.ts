import type { ToolInvokeContext } from '@helve/core';

/**
 * Key in `ctx.data` that marks a call whose approval is spent: it may get the stored answer, and must not run again.
 */
export const confirmedReplay: unique symbol = Symbol.for('helve.govern.confirmed-replay');

/** True for a call that may only get an answer that is stored or in flight. */
export function isConfirmedReplay(ctx: ToolInvokeContext): boolean {
  return ctx.data.get(confirmedReplay) === true;
}
