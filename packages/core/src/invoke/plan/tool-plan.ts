import type { ToolHook, HooksByStage } from '../../contract/hook.js';
import type { ToolPolicy } from '../../contract/policy.js';
import type { ToolRecord } from '../../contract/tool.js';
import { badOption } from '../../errors/call-errors.js';
import {
  compileInputCheck,
  compileOutputCheck,
  type SchemaCheck,
  type UnknownArgs,
} from '../../schema/compile-tool-schema.js';
import { policyOf } from '../../tool/tool-contract.js';
import type { InvokeOptions } from '../invoke-options.js';
import { drawings } from '../life.js';
import { report } from '../report.js';
import { planWay, type Way } from './planned-hook.js';
import { instantiateAll, planHooks, type HookPlan } from './hook-plan.js';

/** Everything that is worked out once for a tool and the hooks it lives under, so that a call only runs it. */
export interface ToolPlan extends HookPlan {
  readonly policy: ToolPolicy;
  readonly ways: { readonly [D in keyof typeof drawings]: Way };
  readonly checkInput: SchemaCheck;
  /** Absent if the tool promises nothing. */
  readonly checkOutput: SchemaCheck | undefined;
}

/** A plan, and the hooks of one call in the order of its slots. */
export interface PlannedCall {
  readonly plan: ToolPlan;
  readonly hooks: readonly ToolHook[];
}

interface KeptPlan {
  readonly plan: ToolPlan;
  readonly key: PlanKey;
  /** Shapes of the hooks by slot; undefined for those that are instances themselves. */
  readonly shapes: readonly (HookShape | undefined)[];
}

/** The latest plans of a tool. */
const kept = new WeakMap<ToolRecord, readonly KeptPlan[]>();
const MAX_KEPT = 8;

/** All others, by their list of hooks: they go when it goes, such as with a session. */
const others = new WeakMap<ToolRecord, WeakMap<object, KeptPlan>>();

/** Finds the plan of a call by what the lists of hooks hold; it is compiled on the first, and again only when that changes. */
export function planCall(tool: ToolRecord, options: Partial<InvokeOptions>): PlannedCall {
  const known = kept.get(tool) ?? [];
  let made: readonly ToolHook[] | undefined;
  for (const entry of known) {
    if (!isSameKey(entry.key, tool, options)) continue;
    made ??= hooksOf(entry.plan, tool, options);
    if (fits(entry, made)) return { plan: entry.plan, hooks: made };
  }
  const other = options.hooks === undefined ? undefined : others.get(tool)?.get(options.hooks);
  if (other !== undefined && isSameKey(other.key, tool, options)) {
    made ??= hooksOf(other.plan, tool, options);
    if (fits(other, made)) return { plan: other.plan, hooks: made };
  }
  const { plan, instances } = compilePlan(tool, options, made);
  const shapes = plan.sources.map((source, slot) => shapeOf(source, instances[slot]));
  keep(tool, { plan, key: toPlanKey(tool, options), shapes }, options.hooks, known);
  return { plan, hooks: instances };
}

/** Classes are resolved for each call; without any, the sources are the hooks. */
function hooksOf(plan: ToolPlan, tool: ToolRecord, { resolve }: Partial<InvokeOptions>): readonly ToolHook[] {
  return plan.hasClasses ? instantiateAll(plan, resolve, tool.id) : (plan.sources as readonly ToolHook[]);
}

function fits({ plan, shapes }: KeptPlan, hooks: readonly ToolHook[]): boolean {
  if (!plan.hasClasses) return true;
  return hooks.every((hook, slot) => {
    const shape = shapes[slot];
    return shape === undefined || hasShape(shape, hook);
  });
}

function shapeOf(source: unknown, hook: ToolHook | undefined): HookShape | undefined {
  return typeof source === 'function' && hook !== undefined ? toShape(hook) : undefined;
}

function keep(tool: ToolRecord, entry: KeptPlan, hooks: InvokeOptions['hooks'], known: readonly KeptPlan[]): void {
  if (hooks === undefined || known.length < MAX_KEPT) {
    kept.set(tool, [entry, ...known.slice(0, MAX_KEPT - 1)]);
    return;
  }
  const byList = others.get(tool) ?? new WeakMap<object, KeptPlan>();
  others.set(tool, byList.set(hooks, entry));
}

/** Compiles a plan. Instances that were made for this call already are used; those made here serve it. */
function compilePlan(tool: ToolRecord, options: Partial<InvokeOptions>, made: readonly ToolHook[] | undefined) {
  const reportProblem = (problem: string) =>
    report(options.report, badOption(tool.id, problem), { toolId: tool.id, requestId: options.requestId ?? 'none' });
  const { plan: hookPlan, instances } = planHooks(tool, options, reportProblem, made);
  const plan: ToolPlan = Object.freeze({
    ...hookPlan,
    policy: policyOf(tool),
    ways: planWays(hookPlan.stages),
    checkInput: compileInputCheck(tool.inputSchema, options.unknownArgs ?? 'reject'),
    checkOutput: tool.outputSchema === undefined ? undefined : compileOutputCheck(tool.outputSchema),
  });
  return { plan, instances };
}

function planWays(stages: HookPlan['stages']): ToolPlan['ways'] {
  return {
    toOutput: planWay(drawings.toOutput, stages),
    toAnswer: planWay(drawings.toAnswer, stages),
    shaping: planWay(drawings.shaping, stages),
  };
}

/** True if a plan has to make hooks: their container may not be ready before the first call. */
export function hasHookClasses(tool: ToolRecord, { hooks, globalHooksByStage }: Partial<InvokeOptions>): boolean {
  const lists = [hooks, tool.hooks, ...Object.values(globalHooksByStage ?? {}), ...Object.values(tool.hooksByStage)];
  return lists.some((list) => list?.some((source) => typeof source === 'function') === true);
}

type List = readonly unknown[];

/** Content of the lists of hooks that a plan was made of. Lists that cannot change are held, of others a copy. */
interface PlanKey {
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

function toPlanKey(tool: ToolRecord, options: Partial<InvokeOptions>): PlanKey {
  return {
    hooks: toList(options.hooks),
    toolHooks: toList(tool.hooks),
    byStage: toStageLists(options.globalHooksByStage),
    toolByStage: toStageLists(tool.hooksByStage),
    unknownArgs: options.unknownArgs ?? 'reject',
  };
}

/** True if the lists hold now what they held then, whichever objects they are. */
function isSameKey(key: PlanKey, tool: ToolRecord, options: Partial<InvokeOptions>): boolean {
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
interface HookShape {
  readonly prototype: unknown;
  readonly ownMethods: readonly string[];
}

function toShape(hook: ToolHook): HookShape {
  const ownMethods = Object.keys(hook).filter((key) => typeof Reflect.get(hook, key) === 'function');
  return { prototype: Object.getPrototypeOf(hook), ownMethods };
}

/** True if a hook takes part in the same stages as the one that was planned. */
function hasShape({ prototype, ownMethods }: HookShape, hook: ToolHook): boolean {
  if (Object.getPrototypeOf(hook) !== prototype) return false;
  let count = 0;
  for (const key in hook) {
    if (!Object.hasOwn(hook, key) || typeof hook[key as keyof ToolHook] !== 'function') continue;
    if (ownMethods[count] !== key) return false;
    count += 1;
  }
  return count === ownMethods.length;
}
