import type { ToolPolicy } from '../contract/policy.js';
import type { HooksByStage, ToolHook, ToolHookSource } from '../contract/hook.js';
import type { ToolRecord } from '../contract/tool.js';
import {
  compileInputCheck,
  compileOutputCheck,
  type SchemaCheck,
  type UnknownArgs,
} from '../schema/compile-tool-schema.js';
import { policyOf } from '../tool/tool-contract.js';
import { badOption } from './call-errors.js';
import { planHooks, type HookPlan } from './hook-plan.js';
import type { InvokeOptions } from './invoke-options.js';
import { tell } from './report.js';

/** What is worked out once for a tool and the hooks it lives under, so that a call only runs it. */
export interface ToolPlan extends HookPlan {
  readonly policy: ToolPolicy;
  readonly checkInput: SchemaCheck;
  /** Absent if the tool promises nothing. */
  readonly checkOutput: SchemaCheck | undefined;
}

interface Kept {
  readonly plan: ToolPlan;
  readonly globalHooksByStage: HooksByStage | undefined;
  readonly hooks: readonly ToolHookSource[] | undefined;
  readonly unknownArgs: UnknownArgs;
  /** What the lists held when the plan was made. */
  readonly seen: readonly unknown[];
  /** Instances that were made to look at and have not served a call yet. */
  first: readonly ToolHook[] | undefined;
}

const kept = new WeakMap<ToolRecord, Kept[]>();
const MAX_PLANS_PER_TOOL = 8;

/** The plan of a call: compiled on the first, and again only when a list of hooks has changed. */
export function planOf(
  tool: ToolRecord,
  options: Partial<InvokeOptions>,
): { readonly plan: ToolPlan; readonly first: readonly ToolHook[] | undefined } {
  const entry = preparePlan(tool, options);
  const { plan, first } = entry;
  // The common case: they have served their call.
  if (first === undefined) return entry;
  entry.first = undefined;
  return { plan, first };
}

/** The same before there is a call: the instances made to look at wait for the first. */
export function preparePlan(tool: ToolRecord, options: Partial<InvokeOptions>): Kept {
  const known = kept.get(tool);
  if (known !== undefined) {
    for (const entry of known) if (isFor(entry, options) && isCurrent(entry, tool, options)) return entry;
  }
  const { plan, instances } = compilePlan(tool, options);
  const { globalHooksByStage, hooks, unknownArgs = 'reject' } = options;
  const entry: Kept = {
    plan,
    globalHooksByStage,
    hooks,
    unknownArgs,
    seen: listedNow(tool, options),
    first: instances,
  };
  kept.set(tool, [entry, ...(known ?? []).filter((other) => !isFor(other, options)).slice(0, MAX_PLANS_PER_TOOL - 1)]);
  return entry;
}

function compilePlan(tool: ToolRecord, options: Partial<InvokeOptions>) {
  const report = (problem: string) =>
    tell(options.report, badOption(tool.id, problem), { toolId: tool.id, requestId: options.requestId ?? 'none' });
  const { plan: hookPlan, instances } = planHooks(tool, options, report);
  const plan: ToolPlan = Object.freeze({
    ...hookPlan,
    policy: policyOf(tool),
    checkInput: compileInputCheck(tool.inputSchema, options.unknownArgs ?? 'reject'),
    checkOutput: tool.outputSchema === undefined ? undefined : compileOutputCheck(tool.outputSchema),
  });
  return { plan, instances };
}

function isFor(entry: Kept, { globalHooksByStage, hooks, unknownArgs = 'reject' }: Partial<InvokeOptions>): boolean {
  return entry.globalHooksByStage === globalHooksByStage && entry.hooks === hooks && entry.unknownArgs === unknownArgs;
}

/** A frozen list is compared as a whole, another with what it held. */
function isCurrent({ seen }: Kept, tool: ToolRecord, options: Partial<InvokeOptions>): boolean {
  let index = 0;
  const same = visitListed(tool, options, (value) => seen[index++] === value);
  return same && index === seen.length;
}

/** What the lists hold, one after another, until the visitor says no. */
function visitListed(tool: ToolRecord, options: Partial<InvokeOptions>, visit: (value: unknown) => boolean): boolean {
  return (
    visitList(options.hooks, visit) &&
    visitList(tool.hooks, visit) &&
    visitStages(options.globalHooksByStage, visit) &&
    visitStages(tool.hooksByStage, visit)
  );
}

function visitStages(byStage: HooksByStage | undefined, visit: (value: unknown) => boolean): boolean {
  for (const stage in byStage) {
    if (!Object.hasOwn(byStage, stage)) continue;
    if (!visit(stage)) return false;
    if (!visitList(byStage[stage as keyof HooksByStage], visit)) return false;
  }
  return true;
}

function visitList(list: readonly unknown[] | undefined, visit: (value: unknown) => boolean): boolean {
  if (list === undefined) return true;
  if (Object.isFrozen(list)) return visit(list);
  if (!visit(list.length)) return false;
  for (const value of list) if (!visit(value)) return false;
  return true;
}

function listedNow(tool: ToolRecord, options: Partial<InvokeOptions>): unknown[] {
  const values: unknown[] = [];
  visitListed(tool, options, (value) => values.push(value) > 0);
  return values;
}
