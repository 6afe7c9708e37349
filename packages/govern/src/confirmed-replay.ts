import type { ToolInvokeContext } from '@helve/core';

/** The note in `ctx.data` of a call whose approval is spent: it may have the stored answer, and must not run again. */
export const confirmedReplay: unique symbol = Symbol.for('helve.govern.confirmed-replay');

/** True for a call that may only be given an answer that is stored or on its way. */
export function isConfirmedReplay(ctx: ToolInvokeContext): boolean {
  return ctx.data.get(confirmedReplay) === true;
}
