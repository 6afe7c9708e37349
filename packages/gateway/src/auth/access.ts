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

/** Refuses a user without the scope of an area. Where nobody has to say who they are, everybody may look everywhere. */
export function assertAccess(user: ToolUser, access: Access, { needsScopes }: GatewaySettings): void {
  if (!needsScopes || access === 'open' || access === 'user') return;
  const scope = scopeOf(access);
  if (user.roles?.includes(adminRole) === true || user.scopes?.includes(scope) === true) return;
  throw gatewayErrors.create('GATEWAY_SCOPE_MISSING', { area: access, scope }, { details: { scope } });
}
