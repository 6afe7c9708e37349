import type { ToolUser } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';

/** Parts of the door that show or decide about the work of others. */
export type Area = 'approvals' | 'trail' | 'workers' | 'chat' | 'metrics';

/** Who may open an address: anybody, whoever is known, or those with the scope of its area. */
export type Access = 'open' | 'user' | Area;

/** The role that opens every area. */
const adminRole = 'admin';

function scopeOf(area: Area): string {
  return `helve:${area}`;
}

/** Whether a user has the scope of an area. Where nobody has to say who they are, everybody may look everywhere. */
export function hasAccess(user: ToolUser, area: Area, { needsScopes }: GatewaySettings): boolean {
  return !needsScopes || user.roles?.includes(adminRole) === true || user.scopes?.includes(scopeOf(area)) === true;
}

/** Refuses a user without the scope of an area. */
export function assertAccess(user: ToolUser, access: Access, settings: GatewaySettings): void {
  if (access === 'open' || access === 'user' || hasAccess(user, access, settings)) return;
  const scope = scopeOf(access);
  throw gatewayErrors.create('GATEWAY_SCOPE_MISSING', { area: access, scope }, { details: { scope } });
}
