import type { HooksByStage, ToolHook, ToolHookClass, ToolHookSource, ToolResolveFn } from '../../contract/hook.js';
import { stageTable, ToolHookStage } from '../../contract/stage.js';
import type { ToolRecord } from '../../contract/tool.js';
import { badOption } from '../../errors/call-errors.js';
import { nearestNames } from '../../errors/nearest-name.js';
import { mayNeedApproval, refuseUnasked } from '../../tool/needs-approval.js';
import { releaseOf } from './planned-hook.js';

/** Hears of things that are odd but not wrong. */
export type PlanReport = (problem: string) => void;

/** The lists of hooks that a caller gives, and the container that makes instances of their classes. */
export interface HookLists {
  readonly globalHooksByStage?: HooksByStage | undefined;
  readonly hooks?: readonly ToolHookSource[] | undefined;
  readonly resolve?: ToolResolveFn | undefined;
}

/** All hooks of a tool, unsorted. */
export interface CollectedHooks {
  /** Each hook as it was listed; its index is its slot. */
  readonly sources: readonly ToolHookSource[];
  /** One instance per slot. */
  readonly instances: readonly ToolHook[];
  /** Slots by stage, in the order of registration: global before tool. */
  readonly byStage: ReadonlyMap<ToolHookStage, ReadonlySet<number>>;
}

const construct: ToolResolveFn = (target) => new target();
const stageNames = stageTable.map(({ stage }) => stage);

/** Collects the hooks of a tool and looks at one instance of each; those `made` already are looked at instead. */
export function collectHooks(
  tool: ToolRecord,
  lists: HookLists,
  report: PlanReport,
  made: readonly ToolHook[],
): CollectedHooks {
  const sources: ToolHookSource[] = [];
  const instances: ToolHook[] = [];
  const byStage = new Map<ToolHookStage, Set<number>>();
  const slotOf = (source: ToolHookSource, stage: string): number => {
    const known = sources.indexOf(source);
    if (known !== -1) return known;
    instances.push(made[sources.length] ?? instantiate(source, lists.resolve, tool.id, () => stage));
    return sources.push(source) - 1;
  };
  const listed = new Set<string>();
  const list = (source: ToolHookSource, stage: ToolHookStage, implied = false): void => {
    const slot = slotOf(source, stage);
    if (!takesPart(instances[slot], stage, tool)) return;
    byStage.set(stage, (byStage.get(stage) ?? new Set()).add(slot));
    if (implied) return;
    const place = `${stage} ${slot}`;
    if (listed.has(place)) report(`hook "${nameOf(source)}" is listed twice for ${stage}; it runs once`);
    listed.add(place);
  };

  for (const [byStageList, hooks] of [
    [lists.globalHooksByStage, lists.hooks],
    [tool.hooksByStage, tool.hooks],
  ] as const) {
    for (const [stage, members] of stagesOf(byStageList, tool.id)) {
      for (const source of members) {
        list(source, stage);
        const release = releaseOf[stage];
        if (release !== undefined) list(source, release, true);
      }
    }
    for (const source of hooks ?? []) for (const stage of stageNames) list(source, stage);
  }
  for (const instance of instances) reportMisspelt(instance, report);
  const asksPeople = instances.some((instance) => instance.asksPeople === true);
  if (mayNeedApproval(tool) && !asksPeople) list(refuseUnasked, 'willCheckConsent');
  return { sources, instances, byStage };
}

function takesPart(hook: ToolHook | undefined, stage: ToolHookStage, tool: ToolRecord): boolean {
  return typeof hook?.[stage] === 'function' && hook.appliesTo?.(tool, stage) !== false;
}

/** The hooks of one stage as instances: global before tool, unsorted, unfiltered, only those that implement it. */
export function collectHooksForStage(
  stage: ToolHookStage,
  tool: ToolRecord,
  resolve?: ToolResolveFn,
  globalHooksByStage?: HooksByStage,
): ToolHook[] {
  const sources = [...(globalHooksByStage?.[stage] ?? []), ...(tool.hooksByStage[stage] ?? []), ...(tool.hooks ?? [])];
  return [...new Set(sources)]
    .map((source) => instantiate(source, resolve, tool.id, () => stage))
    .filter((hook) => typeof hook[stage] === 'function');
}

function stagesOf(
  hooksByStage: HooksByStage | undefined,
  toolId: string,
): [ToolHookStage, readonly ToolHookSource[]][] {
  return Object.entries(hooksByStage ?? {}).map(([stage, hooks]) => {
    if (!isStage(stage)) throw badOption(toolId, `unknown stage "${stage}" in a list of hooks`, suggest(stage));
    if (!Array.isArray(hooks)) throw badOption(toolId, `the hooks of ${stage} are not a list`);
    return [stage, hooks];
  });
}

export function instantiate(
  source: ToolHookSource,
  resolve: ToolResolveFn = construct,
  toolId: string,
  stage: () => string,
): ToolHook {
  const made: unknown = isClass(source) ? resolve(source) : source;
  if (isHook(made)) return made;
  if (isClass(source)) throw badOption(toolId, `the hook class "${source.name}" of ${stage()} resolves to nothing`);
  throw badOption(toolId, `a list of hooks for ${stage()} holds something that is no hook`);
}

function isHook(made: unknown): made is ToolHook {
  return typeof made === 'object' && made !== null;
}

/** Methods of a hook that look like a stage, found once however many tools it belongs to. */
const misspellings = new WeakMap<ToolHook, readonly string[]>();

/** A method that looks like a stage but is none would never run, and nobody would notice. */
function reportMisspelt(hook: ToolHook, report: PlanReport): void {
  let found = misspellings.get(hook);
  if (found === undefined) misspellings.set(hook, (found = misspeltIn(hook)));
  for (const problem of found) report(problem);
}

function misspeltIn(hook: ToolHook): readonly string[] {
  const found: string[] = [];
  for (
    let owner: object | null = hook;
    owner !== null && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner)
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (typeof value !== 'function' || isStage(name) || name === 'constructor') continue;
      const [nearest] = nearestNames(name, stageNames, 1, 2);
      if (nearest !== undefined) found.push(`"${name}" is no stage; did you mean "${nearest}"?`);
    }
  }
  return found;
}

function suggest(stage: string): string | undefined {
  const [nearest] = nearestNames(stage, stageNames, 1);
  return nearest === undefined ? undefined : `Did you mean "${nearest}"?`;
}

function isStage(name: string): name is ToolHookStage {
  return Object.hasOwn(ToolHookStage, name);
}

export function isClass(source: ToolHookSource): source is ToolHookClass {
  return typeof source === 'function';
}

export function nameOf(source: ToolHookSource): string {
  return isClass(source) ? source.name : (source.name ?? source.constructor.name);
}

/**
 * The hooks of a stage in the order they run: higher priority first, ties as registered; for `did*` the exact mirror, so
 * that will and did nest like brackets.
 */
export function sortForStage<H extends ToolHook>(stage: ToolHookStage, hooks: readonly H[]): H[] {
  return orderForStage(stage, hooks, (hook) => hook.priority?.() ?? 0);
}

export function orderForStage<T>(stage: ToolHookStage, items: readonly T[], priorityOf: (item: T) => number): T[] {
  const sorted = items
    .map((item) => ({ item, priority: priorityOf(item) }))
    .toSorted((a, b) => b.priority - a.priority)
    .map(({ item }) => item);
  return stage.startsWith('did') ? sorted.toReversed() : sorted;
}
