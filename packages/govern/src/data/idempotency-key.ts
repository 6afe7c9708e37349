import { digest, type ToolInvokeContext } from '@helve/core';
import { partitionOf } from '../partition.js';

/** Under which key the answer of a call is kept; undefined if it has no key, or nobody whose it is. */
export function idempotencyKeyOf(ctx: ToolInvokeContext): string | undefined {
  if (ctx.idempotencyKey === undefined) return undefined;
  const partition = partitionOf(ctx);
  return partition === undefined ? undefined : digest(['idempotency', partition, ctx.toolId, ctx.idempotencyKey]);
}
