import type { ToolUser } from '../contract/context.js';

/**
 * Says to whom something belongs: issuer, tenant and user in one text, the same in every store. Two callers share what is
 * kept for one of them only if these are equal; no crafted id can make it so.
 */
export function ownerOf({ issuer, tenant, id }: ToolUser): string {
  return `${toSegment(issuer)}/${toSegment(tenant)}/${toSegment(id)}`;
}

/**
 * Writes the part that every owner of this tenant has in it, and no owner of another: the middle of three segments, none
 * of which holds a slash. Stores look for it.
 */
export function tenantPart(tenant: string): string {
  return `/${toSegment(tenant)}/`;
}

/**
 * True when somebody with the scope for the things of others may see and decide those of this owner: a caller with a
 * tenant those of its tenant; one without, the operator, everybody's.
 */
export function isWithinTenant(owner: string, { tenant = '' }: Pick<ToolUser, 'tenant'>): boolean {
  return tenant === '' || owner.includes(tenantPart(tenant));
}

/** True for a user who has all of these rights: with a weaker key, nobody gets at what a stronger one made. */
export function hasRightsOf(user: ToolUser, { scopes = [], roles = [] }: Pick<ToolUser, 'scopes' | 'roles'>): boolean {
  return (
    scopes.every((scope) => user.scopes?.includes(scope) === true) &&
    roles.every((role) => user.roles?.includes(role) === true)
  );
}

/** `a/b` of one user must not read as tenant `a` and user `b`. */
function toSegment(text = ''): string {
  // The common case: there is nothing to escape.
  if (!text.includes('/') && !text.includes('%')) return text;
  return text.replaceAll('%', '%25').replaceAll('/', '%2F');
}
