import type { ToolHook, ToolHookSource, ToolResolveFn } from '../../contract/hook.js';
import { stageTable, type ToolHookStage } from '../../contract/stage.js';
import type { ToolRecord } from '../../contract/tool.js';
import { badOption } from '../../errors/call-errors.js';
import {
  collectHooks,
  instantiate,
  isClass,
  nameOf,
  type HookLists,
  type PlanReport,
  orderForStage,
} from './collect-hooks.js';
import { joinRows, planStage, releaseOf, type PlannedRow, type Stages } from './planned-hook.js';

/** The hooks of a tool, sorted per stage; a stage without hooks is null. */
export interface HookPlan {
  readonly sources: readonly ToolHookSource[];
  readonly hasHooks: boolean;
  readonly hasClasses: boolean;
  /** True if a hook wants to know what all the others did. */
  readonly keepsTrace: boolean;
  readonly stages: Stages;
  /** willAudit ▸ didAudit ▸ onMetrics. */
  readonly audit: PlannedRow | null;
  /** didAudit ▸ onMetrics, for a call that is audited apart. */
  readonly report: PlannedRow | null;
  /** Hooks that release and take no part in the acquire stage: they run whenever that was started. */
  readonly onlyRelease: PlannedRow | null;
  /** True if a hook may look at the input once the tool had it. */
  readonly keepsInput: boolean;
}

/** Stages that come before the tool has its input. */
const early: ReadonlySet<ToolHookStage> = new Set(
  stageTable
    .slice(
      0,
      stageTable.findIndex(({ stage }) => stage === 'willInjectSecrets'),
    )
    .map(({ stage }) => stage),
);

const stageNames = stageTable.map(({ stage }) => stage);

/**
 * Sorts all hooks once. The instances made to look at them serve the call that needs the plan; those that it has `made`
 * already, in the order of the slots, are looked at instead.
 */
export function planHooks(
  tool: ToolRecord,
  lists: HookLists,
  report: PlanReport,
  made: readonly ToolHook[] = [],
): { readonly plan: HookPlan; readonly instances: readonly ToolHook[] } {
  const { sources, instances, byStage } = collectHooks(tool, lists, report, made);
  const priorities = instances.map((instance) => priorityOf(instance, tool.id));
  const stages = planStages(byStage, (stage, slots) => {
    const ordered = orderForStage(stage, [...slots], (slot) => priorities[slot] ?? 0);
    const releasers = byStage.get(releaseOf[stage] ?? stage);
    return planStage(
      stage,
      ordered.map((slot) => hookFacts(stage, slot, instances[slot], sources[slot], releasers)),
    );
  });
  const plan: HookPlan = {
    sources,
    hasHooks: byStage.size > 0,
    hasClasses: sources.some((source) => typeof source === 'function'),
    keepsTrace: instances.some((instance) => instance.keepsTrace === true),
    stages,
    audit: joinRows([stages.willAudit, stages.didAudit, stages.onMetrics]),
    report: joinRows([stages.didAudit, stages.onMetrics]),
    onlyRelease: joinRows([
      onlyReleasing(stages.didReleaseSemaphore, byStage.get('willAcquireSemaphore')),
      onlyReleasing(stages.didReleaseQuota, byStage.get('willAcquireQuota')),
    ]),
    keepsInput: [...byStage.keys()].some((stage) => !early.has(stage)),
  };
  return { plan, instances };
}

function planStages(
  byStage: ReadonlyMap<ToolHookStage, ReadonlySet<number>>,
  plan: (stage: ToolHookStage, slots: ReadonlySet<number>) => PlannedRow,
): HookPlan['stages'] {
  // The common case: tools without hooks share one.
  if (byStage.size === 0) return noStages;
  const planned = [...byStage].map(([stage, slots]) => [stage, plan(stage, slots)] as const);
  return { ...noStages, ...Object.fromEntries(planned) };
}

/** Every plan has all the names, which makes looking one up quick. */
const noStages = Object.freeze(Object.fromEntries(stageNames.map((stage) => [stage, null]))) as HookPlan['stages'];

function onlyReleasing(row: PlannedRow | null, acquirers: ReadonlySet<number> = new Set()): PlannedRow | null {
  const hooks = row?.hooks.filter(({ slot }) => !acquirers.has(slot)) ?? [];
  return hooks.length === 0 ? null : { hooks, isGate: false };
}

/** The instances of one call: each class resolved once, instances as they are. */
export function instantiateAll(plan: HookPlan, resolve: ToolResolveFn | undefined, toolId: string): ToolHook[] {
  return plan.sources.map((source, slot) => instantiate(source, resolve, toolId, () => firstStageOf(plan, slot)));
}

function firstStageOf({ stages }: HookPlan, slot: number): string {
  return stageNames.find((stage) => stages[stage]?.hooks.some((hook) => hook.slot === slot)) ?? 'no stage';
}

function hookFacts(
  stage: ToolHookStage,
  slot: number,
  instance: ToolHook | undefined,
  source: ToolHookSource | undefined,
  releasers: ReadonlySet<number> | undefined,
): Parameters<typeof planStage>[1][number] {
  return {
    slot,
    name: instance?.name ?? (source === undefined ? '' : nameOf(source)),
    hasFilter: hasFilter(instance),
    self: source === undefined || isClass(source) ? undefined : instance,
    release: releasers?.has(slot) === true ? releaseOf[stage] : undefined,
  };
}

function hasFilter(hook: ToolHook | undefined): boolean {
  return typeof hook?.filter === 'function';
}

function priorityOf(hook: ToolHook, toolId: string): number {
  let priority: unknown;
  try {
    priority = hook.priority?.() ?? 0;
  } catch (cause) {
    priority = cause;
  }
  if (typeof priority === 'number' && !Number.isNaN(priority)) return priority;
  throw badOption(toolId, `the priority of hook "${hook.name ?? hook.constructor.name}" is not a number`);
}
