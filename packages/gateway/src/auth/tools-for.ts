import type { RegistrySnapshot, ToolRecord, ToolUser } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import { createToolView } from './tool-view.js';

/** Selects the tools that a user may see at a door, by the rules that also refuse calls. */
export type SeenTools = (tools: readonly ToolRecord[], user: ToolUser, door: string) => Promise<readonly ToolRecord[]>;

/** Rules may change their mind; so long an answer counts. */
const keptMs = 1_000;
const maxKept = 1_000;

interface Kept {
  readonly version: string;
  readonly atMs: number;
  readonly view: Promise<RegistrySnapshot>;
}

/** The tools that a user may reach at a door: to them, others do not exist. Users who see the same tools get the same view. */
export function toolsFor(settings: GatewaySettings, user: ToolUser, door: string): Promise<RegistrySnapshot> {
  const { seenTools, grants, caller } = settings;
  if (seenTools === undefined && grants === undefined) return Promise.resolve(caller.tools);
  const cached = cachedViews(settings);
  const key = viewKey(user, door);
  const { tools } = caller;
  const known = cached.byUser.get(key);
  if (known !== undefined && known.version === tools.version && Date.now() - known.atMs < keptMs) return known.view;
  const view = look(settings, user, door, cached.bySight);
  if (cached.byUser.size >= maxKept) cached.byUser.clear();
  cached.byUser.set(key, { version: tools.version, atMs: Date.now(), view });
  view.catch(() => cached.byUser.delete(key));
  return view;
}

interface Views {
  readonly byUser: Map<string, Kept>;
  /** By what can be seen, so that lists made of a view are made once. */
  readonly bySight: Map<string, RegistrySnapshot>;
}

const views = new WeakMap<GatewaySettings, Views>();

function cachedViews(settings: GatewaySettings): Views {
  let cached = views.get(settings);
  if (cached === undefined) views.set(settings, (cached = { byUser: new Map(), bySight: new Map() }));
  return cached;
}

async function look(
  { caller: { tools }, seenTools, grants }: GatewaySettings,
  user: ToolUser,
  door: string,
  bySight: Views['bySight'],
): Promise<RegistrySnapshot> {
  const all = tools.list();
  const granted = grants === undefined ? all : all.filter(({ id }) => grants(id, user, door) === undefined);
  const seen = seenTools === undefined ? granted : await seenTools(granted, user, door);
  if (seen.length === tools.size) return tools;
  const sight = `${tools.version}\n${seen.map(({ id }) => id).join('\n')}`;
  let view = bySight.get(sight);
  if (view === undefined) {
    if (bySight.size >= maxKept) bySight.clear();
    bySight.set(sight, (view = createToolView(tools, new Set(seen.map(({ id }) => id)))));
  }
  return view;
}

/** Everything that rules may look at in a user. */
function viewKey(user: ToolUser, door: string): string {
  return `${door} ${JSON.stringify(user)}`;
}
