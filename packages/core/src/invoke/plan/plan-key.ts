import type { HooksByStage, ToolHook } from '../../contract/hook.js';
import type { ToolRecord } from '../../contract/tool.js';
import type { UnknownArgs } from '../../schema/compile-tool-schema.js';
import type { InvokeOptions } from '../invoke-options.js';

type List = readonly unknown[];

/** Content of the lists of hooks that a plan was made of. Lists that cannot change are held, of others a copy. */
export interface PlanKey {
  readonly hooks: List;
  readonly toolHooks: List;
  readonly byStage: readonly StageList[];
  readonly toolByStage: readonly StageList[];
  readonly unknownArgs: UnknownArgs;
}

interface StageList {
  readonly stage: string;
  readonly list: List;
}

const noList: List = Object.freeze([]);
const noStages: readonly StageList[] = Object.freeze([]);

export function toPlanKey(tool: ToolRecord, options: Partial<InvokeOptions>): PlanKey {
  return {
    hooks: toList(options.hooks),
    toolHooks: toList(tool.hooks),
    byStage: toStageLists(options.globalHooksByStage),
    toolByStage: toStageLists(tool.hooksByStage),
    unknownArgs: options.unknownArgs ?? 'reject',
  };
}

/** True if the lists hold now what they held then, whichever objects they are. */
export function isSameKey(key: PlanKey, tool: ToolRecord, options: Partial<InvokeOptions>): boolean {
  return (
    isSameList(key.hooks, options.hooks) &&
    isSameList(key.toolHooks, tool.hooks) &&
    isSameStages(key.byStage, options.globalHooksByStage) &&
    isSameStages(key.toolByStage, tool.hooksByStage) &&
    key.unknownArgs === (options.unknownArgs ?? 'reject')
  );
}

function toList(list: List = noList): List {
  return Object.isFrozen(list) ? list : [...list];
}

function toStageLists(byStage: HooksByStage = {}): readonly StageList[] {
  const entries = Object.entries(byStage);
  return entries.length === 0 ? noStages : entries.map(([stage, list]) => ({ stage, list: toList(list) }));
}

function isSameList(held: List, now: List = noList): boolean {
  // The common case: a list that was made once, and frozen, or none.
  if (held === now) return true;
  if (now.length !== held.length) return false;
  for (let index = 0; index < held.length; index += 1) if (held[index] !== now[index]) return false;
  return true;
}

function isSameStages(held: readonly StageList[], now: HooksByStage | undefined): boolean {
  let index = 0;
  for (const stage in now) {
    if (!Object.hasOwn(now, stage)) continue;
    const entry = held[index];
    if (entry?.stage !== stage || !isSameList(entry.list, now[stage as keyof HooksByStage])) return false;
    index += 1;
  }
  return index === held.length;
}

/** Kind of an instance of a hook class: two containers may make different ones of the same class. */
export interface HookShape {
  readonly prototype: unknown;
  readonly ownMethods: readonly string[];
}

export function toShape(hook: ToolHook): HookShape {
  const ownMethods = Object.keys(hook).filter((key) => typeof Reflect.get(hook, key) === 'function');
  return { prototype: Object.getPrototypeOf(hook), ownMethods };
}

/** True if a hook takes part in the same stages as the one that was planned. */
export function hasShape({ prototype, ownMethods }: HookShape, hook: ToolHook): boolean {
  if (Object.getPrototypeOf(hook) !== prototype) return false;
  let count = 0;
  for (const key in hook) {
    if (!Object.hasOwn(hook, key) || typeof hook[key as keyof ToolHook] !== 'function') continue;
    if (ownMethods[count] !== key) return false;
    count += 1;
  }
  return count === ownMethods.length;
}
