import { canonicalJson, type ToolInvokeContext, type ToolUser } from '@helve/core';

/** True for a caller nobody introduced. */
export function isAnonymous(user: ToolUser): boolean {
  return user.id === 'anonymous';
}

/**
 * Whose data a call may see: a key equal for all calls that may share it, made so that no crafted id can forge another.
 * Undefined for an anonymous caller without session, who shares nothing with anybody.
 */
export function partitionOf({ user, sessionId }: Pick<ToolInvokeContext, 'user' | 'sessionId'>): string | undefined {
  const tenant = user.tenant ?? null;
  if (!isAnonymous(user)) return canonicalJson(['user', user.id, tenant]);
  return sessionId === undefined ? undefined : canonicalJson(['session', sessionId, tenant]);
}
