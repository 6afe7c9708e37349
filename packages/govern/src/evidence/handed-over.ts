import type { ToolInvokeContext } from '@helve/core';

const handedOver = Symbol('handed over');

/** Answers a call that somebody else goes on with: its record is written where it ends. */
export function handOver(ctx: ToolInvokeContext, answer: unknown): never {
  ctx.data.set(handedOver, true);
  return ctx.respond(answer);
}

/** True for a call that was handed over. */
export function isHandedOver(ctx: ToolInvokeContext): boolean {
  return ctx.data.has(handedOver);
}
