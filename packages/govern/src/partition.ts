import { canonicalJson, ownerOf, type ToolInvokeContext, type ToolUser } from '@helve/core';

/** True for a caller without a verified identity. A verified one may have any name. */
export function isAnonymous(user: ToolUser): boolean {
  return user.id === 'anonymous' && user.issuer === undefined;
}

/**
 * Returns the key of data that calls may share, made so that no crafted id can forge another.
 * Undefined for an anonymous caller without session, who shares nothing with anybody.
 */
export function partitionOf({ user, sessionId }: Pick<ToolInvokeContext, 'user' | 'sessionId'>): string | undefined {
  if (!isAnonymous(user)) return canonicalJson(['owner', ownerOf(user)]);
  return sessionId === undefined ? undefined : canonicalJson(['session', sessionId, ownerOf(user)]);
}
