import type { ReadContext } from '@helve/flow/content';

/** Reports keys that a file has more than once, once for all of them: each is a block, and most programs read only one. */
export function reportRepeated(count: number, ctx: ReadContext): void {
  if (count > 0) ctx.lose({ kind: 'repaired', detail: { reason: 'duplicate-key', count } });
}
