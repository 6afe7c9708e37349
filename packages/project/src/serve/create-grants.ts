import { compilePattern, ToolError, type Pattern, type ToolHook, type ToolUser } from '@helve/core';
import { holdsScope, scopeOf, type Grants, type GrantObstacle } from '@helve/gateway';
import { projectErrors } from '../project-errors.js';
import { exposingDoors, type DoorExposure, type Exposure, type ExposingDoor } from '../config/expose-keys.js';
import { ownDoors } from '../reach/step-rights.js';
import type { CollectedTool } from '../registry/collect-tools.js';
import { toolScope } from '../registry/tool-scope.js';

/** Flow tools that MCP clients and models see by default. */
const offeredFlowTools: readonly string[] = ['flow.check', 'flow.preview', 'flow.run'];

/** Tools that a door offers where the config does not say. Over HTTP everybody is offered what they may use. */
const defaults: { readonly [D in ExposingDoor]: Required<Pick<DoorExposure, 'builtIn'>> } = {
  http: { builtIn: true },
  mcp: { builtIn: offeredFlowTools },
  chat: { builtIn: offeredFlowTools },
};

type Origins = ReadonlyMap<string, Pick<CollectedTool, 'kind' | 'audience'>>;

/**
 * Decides what a caller reaches at a door, by where a tool comes from: the project's own tools are given to everybody
 * whom the rules let in; those of flows are granted, by the scope `helve:flows` or by name; what nobody registered is
 * offered nowhere. Lists and calls of every door ask this one function.
 */
export function createGrants(origins: Origins, expose: Exposure): Grants {
  const matchers = new Map(exposingDoors.map((door) => [door, toMatchers(expose[door] ?? {})]));
  return (id, user, door) => {
    const origin = origins.get(id);
    if (origin === undefined || origin.audience === 'steps' || !isDoor(door)) return 'not-offered';
    const { isDenied, isAllowed } = matchers.get(door) ?? toMatchers({});
    if (isDenied(id)) return 'not-offered';
    // The rest of a result is read by whoever the result was for.
    if (origin.kind === 'built-in') return undefined;
    if (origin.kind === 'flow') return obstacleOfFlowTool(id, origin, user, expose[door] ?? {}, door);
    return isAllowed(id) ? undefined : 'not-offered';
  };
}

function obstacleOfFlowTool(
  id: string,
  { audience }: Pick<CollectedTool, 'audience'>,
  user: ToolUser,
  { builtIn: chosen }: DoorExposure,
  door: ExposingDoor,
): GrantObstacle | undefined {
  const byKey = user.scopes?.includes(toolScope(id)) === true;
  const builtIn = chosen ?? defaults[door].builtIn;
  const isOffered = typeof builtIn === 'boolean' ? builtIn : builtIn.includes(id);
  if (!isOffered && !byKey) return 'not-offered';
  if (holdsScope(user, 'flows')) return undefined;
  const byConfig = Array.isArray(chosen) && chosen.includes(id);
  return audience === undefined && (byKey || byConfig) ? undefined : 'flows';
}

function isDoor(door: string): door is ExposingDoor {
  return Object.hasOwn(defaults, door);
}

type Matcher = (id: string) => boolean;

function toMatchers({ allow, deny = [] }: DoorExposure): { readonly isAllowed: Matcher; readonly isDenied: Matcher } {
  return { isAllowed: allow === undefined ? () => true : toMatcher(allow), isDenied: toMatcher(deny) };
}

/** Matches the ids of a list, in which `*` stands for any characters. */
function toMatcher(patterns: readonly string[]): Matcher {
  const [plain, wild] = [new Set(patterns), patterns.filter((pattern) => pattern.includes('*')).map(toPattern)];
  return (id) => plain.has(id) || wild.some((pattern) => pattern.test(id));
}

function toPattern(text: string): Pick<Pattern, 'test'> {
  const parts = text.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
  const compiled = compilePattern(`^${parts.join('.*')}$`);
  if (compiled.kind !== 'pattern')
    throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem: `"${text}": ${compiled.problem}` });
  return compiled.pattern;
}

/** Enforces the grants inside of each call, for calls that bypass the list of their door. */
export function grantsHook(grants: Grants): ToolHook {
  return {
    name: 'grants',
    willAuthorize({ toolId, user, call, parent }) {
      // Calls of a tool of the project were granted by its author; those of steps were checked when they were compiled.
      // A question to the person at this machine may be answered at a door.
      if (parent !== undefined || ownDoors.has(call.door)) return;
      const obstacle = grants(toolId, user, call.door ?? '');
      if (obstacle !== undefined) throw refusal(toolId, obstacle);
    },
  };
}

function refusal(tool: string, obstacle: GrantObstacle): ToolError {
  const reason = obstacle === 'not-offered' ? 'this door does not offer it' : `the caller lacks "${scopeOf(obstacle)}"`;
  return new ToolError('AUTH', `Cannot call "${tool}": ${reason}`);
}
