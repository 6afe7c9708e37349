import { canonicalJson, ownerOf, type ToolInvokeContext, type ToolUser } from '@helve/core';

/** True for a caller nobody introduced. Whom somebody vouches for may go by any name. */
export function isAnonymous(user: ToolUser): boolean {
  return user.id === 'anonymous' && user.issuer === undefined;
}

/**
 * Whose data a call may see: a key equal for all calls that may share it, made so that no crafted id can forge another.
 * Undefined for an anonymous caller without session, who shares nothing with anybody.
 */
export function partitionOf({ user, sessionId }: Pick<ToolInvokeContext, 'user' | 'sessionId'>): string | undefined {
  if (!isAnonymous(user)) return canonicalJson(['owner', ownerOf(user)]);
  return sessionId === undefined ? undefined : canonicalJson(['session', sessionId, ownerOf(user)]);
}
