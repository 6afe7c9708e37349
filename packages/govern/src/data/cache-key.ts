import { digest, type ToolInvokeContext } from '@helve/core';
import { partitionOf } from '../partition.js';

/** The callers who share answers: those of one user, of one session, or everybody. */
export type CacheScope = 'user' | 'session' | 'public';

/** Returns the key of equal calls; undefined for a caller who shares nothing. Throws on arguments that are not JSON. */
export function cacheKey(ctx: ToolInvokeContext, scope: CacheScope): string | undefined {
  const owner = scope === 'public' ? 'public' : partitionOf(ctx);
  if (owner === undefined || (scope === 'session' && ctx.sessionId === undefined)) return undefined;
  const session = scope === 'session' ? ctx.sessionId : null;
  return digest({ tool: ctx.toolId, version: ctx.toolVersion, scope, owner, session, input: ctx.safeInput });
}
