import type { ToolError, ToolUser } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';

/** What somebody does at an address: looks at something, or changes it. */
type Deed = 'look' | 'act';

interface AreaRow {
  /** What its scope is for. */
  readonly docs: string;
  /** What anybody on this machine may do where nobody has to say who they are and none shows the start token. */
  readonly anybody: Deed | 'nothing';
}

/** Every part of the door that not all callers may use. The scope of each is `helve:` and its name. */
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

/** Who may open an address: anybody, whoever is known, or those with the scope of its area. */
export type Access = 'open' | 'user' | Area;

/** The scope of an area, as keys and tokens name it. */
export function scopeOf(area: Area): string {
  return `helve:${area}`;
}

/** The scopes of all areas. */
export const areaScopes: readonly string[] = Object.freeze((Object.keys(areas) as Area[]).map((area) => scopeOf(area)));

/** The role that has the scope of every area. */
const adminRole = 'admin';

/** True for somebody with the scope of an area, or with the role that has all of them. */
export function holdsScope(user: ToolUser, area: Area): boolean {
  return user.scopes?.includes(scopeOf(area)) === true || user.roles?.includes(adminRole) === true;
}

/** Whether somebody may use an area: by its scope, or as anybody may where nobody has to say who they are. */
export function hasAccess(user: ToolUser, area: Area, { needsScopes }: GatewaySettings, deed: Deed = 'act'): boolean {
  if (holdsScope(user, area)) return true;
  const { anybody }: AreaRow = areas[area];
  return !needsScopes && (anybody === 'act' || anybody === deed);
}

/** What a scope reaches: the things of whoever is of the same tenant; everybody's for a caller without one. */
export function tenantFilter({ tenant = '' }: ToolUser): { readonly tenant?: string } {
  return tenant === '' ? {} : { tenant };
}

/** What somebody asked for who is refused. */
interface Wanted {
  readonly user: ToolUser;
  readonly door: string;
  readonly requestId?: string | undefined;
  /** The address, or the tool. */
  readonly what: string;
}

/** The answer to somebody without the scope of an area: 403; where a start token would do, 401. The trail has it too. */
export function accessRefused(
  area: Area,
  { user, door, requestId, what }: Wanted,
  { needsScopes, refusals }: GatewaySettings,
): ToolError {
  const scope = scopeOf(area);
  const details = { details: { scope } };
  const error = needsScopes
    ? gatewayErrors.create('GATEWAY_SCOPE_MISSING', { area, scope }, details)
    : gatewayErrors.create('GATEWAY_START_TOKEN_NEEDED', { area, problem: problemOf(user) }, details);
  refusals.note({ error, user, door, requestId, about: { area, scope, what } });
  return error;
}

/** Anybody on this machine who shows a start token that is not the one of this start. */
export const mistaken: ToolUser = Object.freeze({ id: 'anonymous' });

function problemOf(user: ToolUser): string {
  return user === mistaken
    ? 'the start token is not the one of this start'
    : 'the request does not show the start token';
}
