import type { ToolPolicy } from '../../contract/policy.js';
import type { HooksByStage, ToolHook, ToolHookSource, ToolResolveFn } from '../../contract/hook.js';
import type { ToolRecord } from '../../contract/tool.js';
import {
  compileInputCheck,
  compileOutputCheck,
  type SchemaCheck,
  type UnknownArgs,
} from '../../schema/compile-tool-schema.js';
import { policyOf } from '../../tool/tool-contract.js';
import { badOption } from '../../errors/call-errors.js';
import { planHooks, type HookPlan } from './hook-plan.js';
import type { InvokeOptions } from '../invoke-options.js';
import { report } from '../report.js';
import { holdsStill, seeHooks, type SeenHooks } from './seen-hooks.js';

/** What is worked out once for a tool and the hooks it lives under, so that a call only runs it. */
export interface ToolPlan extends HookPlan {
  readonly policy: ToolPolicy;
  readonly checkInput: SchemaCheck;
  /** Absent if the tool promises nothing. */
  readonly checkOutput: SchemaCheck | undefined;
}

/** A plan, and what it was made for. */
export interface KeptPlan {
  readonly plan: ToolPlan;
  readonly globalHooksByStage: HooksByStage | undefined;
  readonly hooks: readonly ToolHookSource[] | undefined;
  readonly unknownArgs: UnknownArgs;
  /** What made the hooks that are classes; two containers may make different ones. */
  readonly resolve: ToolResolveFn | undefined;
  /** What the lists held when the plan was made. */
  readonly seen: SeenHooks;
  /** Instances that were made to look at and have not served a call yet. */
  first: readonly ToolHook[] | undefined;
}

/** The first few of a tool, which are found quickest. */
const kept = new WeakMap<ToolRecord, KeptPlan[]>();
const MAX_KEPT = 8;

/** All others, by what makes their classes or by their list of hooks: they go when it goes, such as with a session. */
const others = new WeakMap<ToolRecord, WeakMap<object, KeptPlan>>();

/** The plan of a call: compiled on the first, and again only when a list of hooks has changed. */
export function planOf(tool: ToolRecord, options: Partial<InvokeOptions>): KeptPlan {
  const known = kept.get(tool);
  if (known !== undefined) {
    for (const entry of known) if (isFor(entry, options) && holdsStill(entry.seen, tool, options)) return entry;
  }
  const byKey = others.get(tool);
  if (byKey !== undefined) {
    for (const key of [options.resolve, options.hooks]) {
      const other = key === undefined ? undefined : byKey.get(key);
      if (other !== undefined && isFor(other, options) && holdsStill(other.seen, tool, options)) return other;
    }
  }
  const entry = makePlan(tool, options);
  keep(
    tool,
    entry,
    (known ?? []).filter((other) => !isFor(other, options)),
  );
  return entry;
}

function makePlan(tool: ToolRecord, options: Partial<InvokeOptions>): KeptPlan {
  const { plan, instances } = compilePlan(tool, options);
  const { globalHooksByStage, hooks, resolve, unknownArgs = 'reject' } = options;
  return { plan, globalHooksByStage, hooks, resolve, unknownArgs, seen: seeHooks(tool, options), first: instances };
}

function keep(tool: ToolRecord, entry: KeptPlan, known: readonly KeptPlan[]): void {
  const key = entry.plan.hasClasses && entry.resolve !== undefined ? entry.resolve : entry.hooks;
  if (key === undefined || (key === entry.hooks && known.length < MAX_KEPT)) {
    kept.set(tool, [entry, ...known.slice(0, MAX_KEPT - 1)]);
    return;
  }
  const byKey = others.get(tool) ?? new WeakMap<object, KeptPlan>();
  others.set(tool, byKey.set(key, entry));
}

function compilePlan(tool: ToolRecord, options: Partial<InvokeOptions>) {
  const reportProblem = (problem: string) =>
    report(options.report, badOption(tool.id, problem), { toolId: tool.id, requestId: options.requestId ?? 'none' });
  const { plan: hookPlan, instances } = planHooks(tool, options, reportProblem);
  const plan: ToolPlan = Object.freeze({
    ...hookPlan,
    policy: policyOf(tool),
    checkInput: compileInputCheck(tool.inputSchema, options.unknownArgs ?? 'reject'),
    checkOutput: tool.outputSchema === undefined ? undefined : compileOutputCheck(tool.outputSchema),
  });
  return { plan, instances };
}

function isFor(
  entry: KeptPlan,
  { globalHooksByStage, hooks, resolve, unknownArgs = 'reject' }: Partial<InvokeOptions>,
): boolean {
  return (
    entry.globalHooksByStage === globalHooksByStage &&
    entry.hooks === hooks &&
    entry.unknownArgs === unknownArgs &&
    (entry.resolve === resolve || !entry.plan.hasClasses)
  );
}

/** Whether a plan has to make hooks: their container may not be ready before the first call. */
export function hasHookClasses(tool: ToolRecord, { hooks, globalHooksByStage }: Partial<InvokeOptions>): boolean {
  const lists = [hooks, tool.hooks, ...Object.values(globalHooksByStage ?? {}), ...Object.values(tool.hooksByStage)];
  return lists.some((list) => list?.some((source) => typeof source === 'function') === true);
}
