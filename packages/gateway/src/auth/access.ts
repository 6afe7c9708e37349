import type { ToolError, ToolUser } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';

/** Kind of access to a route: reading something, or changing it. */
type Deed = 'look' | 'act';

interface AreaRow {
  /** Purpose of its scope. */
  readonly docs: string;
  /** Access of local callers without the start token, where no authentication is required. */
  readonly anybody: Deed | 'nothing';
}

/** Every part of the gateway that needs a scope: `helve:` and its name. */
export const areas = Object.freeze({
  flows: { docs: 'run flows, and use every tool that touches files', anybody: 'nothing' },
  files: { docs: 'read and write the files of the project', anybody: 'nothing' },
  settings: { docs: 'see and change settings, keys and exposure', anybody: 'nothing' },
  approvals: { docs: 'see and decide what waits for a person', anybody: 'look' },
  trail: { docs: 'read the calls of others', anybody: 'nothing' },
  workers: { docs: 'see and configure workers', anybody: 'look' },
  chat: { docs: 'talk to a model that uses the tools', anybody: 'act' },
  jobs: { docs: 'see the jobs and runs of others', anybody: 'look' },
  metrics: { docs: 'read the metrics', anybody: 'act' },
} as const satisfies Record<string, AreaRow>);

export type Area = keyof typeof areas;

/** Access rule of a route: open to anybody, to identified users, or to those with the scope of an area. */
export type Access = 'open' | 'user' | Area;

/** The scope of an area, as keys and tokens name it. */
export function scopeOf(area: Area): string {
  return `helve:${area}`;
}

/** The scopes of all areas. */
export const areaScopes: readonly string[] = Object.freeze((Object.keys(areas) as Area[]).map((area) => scopeOf(area)));

/** The role that has the scope of every area. */
const adminRole = 'admin';

/** True for a user with the scope of an area, or with the role that has all scopes. */
export function holdsScope(user: ToolUser, area: Area): boolean {
  return user.scopes?.includes(scopeOf(area)) === true || user.roles?.includes(adminRole) === true;
}

/** True when a user may use an area: by its scope, or because no authentication is required. */
export function hasAccess(user: ToolUser, area: Area, { needsScopes }: GatewaySettings, deed: Deed = 'act'): boolean {
  if (holdsScope(user, area)) return true;
  const { anybody }: AreaRow = areas[area];
  return !needsScopes && (anybody === 'act' || anybody === deed);
}

/** Limits a filter to the user's tenant; a user without one sees those of all. */
export function tenantFilter({ tenant = '' }: ToolUser): { readonly tenant?: string } {
  return tenant === '' ? {} : { tenant };
}

/** Facts about a request whose sender lacks access. */
interface Wanted {
  readonly user: ToolUser;
  readonly door: string;
  readonly requestId?: string | undefined;
  /** The address, or the tool. */
  readonly what: string;
}

/** Creates the refusal of a user without the scope of an area: 403, or 401 where a start token would do. It is recorded in the trail. */
export function accessRefused(
  area: Area,
  { user, door, requestId, what }: Wanted,
  { needsScopes, refusals }: GatewaySettings,
): ToolError {
  const scope = scopeOf(area);
  const details = { details: { scope } };
  const error = needsScopes
    ? gatewayErrors.create('GATEWAY_SCOPE_MISSING', { area, scope }, details)
    : gatewayErrors.create('GATEWAY_START_TOKEN_NEEDED', { area }, details);
  refusals.note({ error, user, door, requestId, about: { area, scope, what } });
  return error;
}
