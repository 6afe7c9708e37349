import { digest, type ToolInvokeContext } from '@helve/core';
import { partitionOf } from '../partition.js';

/** Returns the key under which the answer of a call is stored; undefined if it has no key or no owner. */
export function idempotencyKeyOf(ctx: ToolInvokeContext): string | undefined {
  if (ctx.idempotencyKey === undefined) return undefined;
  const partition = partitionOf(ctx);
  return partition === undefined ? undefined : digest(['idempotency', partition, ctx.toolId, ctx.idempotencyKey]);
}
