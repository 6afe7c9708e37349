import type { HooksByStage, ToolHook, ToolHookClass, ToolHookSource, ToolResolveFn } from '../../contract/hook.js';
import { stageTable, ToolHookStage } from '../../contract/stage.js';
import type { ToolRecord } from '../../contract/tool.js';
import { nearestNames } from '../../errors/nearest-name.js';
import { badOption } from '../../errors/call-errors.js';
import { joinRows, planStage, releaseOf, type PlannedRow } from './planned-hook.js';
import { mayNeedApproval, refuseUnasked } from './needs-approval.js';
import { orderForStage } from './sort-for-stage.js';

/** Stages that follow each other without a step of the engine's own between them. */
const rowStages = Object.freeze({
  opening: [
    'willCreateInvokeContext',
    'didCreateInvokeContext',
    'willBindProviders',
    'willAuthorize',
    'willCheckConsent',
    'willCheckFeatureFlags',
  ],
  input: ['willValidateInput', 'willNormalizeInput', 'willRedactInput'],
  output: ['willRedactOutput', 'willValidateOutput', 'willTransformOutput'],
  audit: ['willAudit', 'didAudit', 'onMetrics'],
  report: ['didAudit', 'onMetrics'],
}) satisfies Record<string, readonly ToolHookStage[]>;

/** The hooks of a tool, sorted per stage; a stage without hooks is null. */
export interface HookPlan {
  readonly sources: readonly ToolHookSource[];
  readonly hasHooks: boolean;
  readonly hasClasses: boolean;
  /** True if a hook wants to know what all the others did. */
  readonly keepsTrace: boolean;
  readonly stages: { readonly [S in ToolHookStage]: PlannedRow | null };
  readonly rows: { readonly [R in keyof typeof rowStages]: PlannedRow | null };
  /** True if a hook gives anything back. */
  readonly hasReleases: boolean;
  /** Hooks that release and take no part in the acquire stage: they run whenever that was started. */
  readonly onlyRelease: PlannedRow | null;
  /** True if a hook may look at the input once the tool had it. */
  readonly keepsInput: boolean;
}

/** Hears of things that are odd but not wrong. */
export type PlanReport = (problem: string) => void;

interface HookLists {
  readonly globalHooksByStage?: HooksByStage | undefined;
  readonly hooks?: readonly ToolHookSource[] | undefined;
  readonly resolve?: ToolResolveFn | undefined;
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

const construct: ToolResolveFn = (target) => new target();
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
    rows: planRows(stages),
    hasReleases: stages.didReleaseQuota !== null || stages.didReleaseSemaphore !== null,
    onlyRelease: joinRows([
      onlyReleasing(stages.didReleaseSemaphore, byStage.get('willAcquireSemaphore')),
      onlyReleasing(stages.didReleaseQuota, byStage.get('willAcquireQuota')),
    ]),
    keepsInput: [...byStage.keys()].some((stage) => !early.has(stage)),
  };
  return { plan, instances };
}

function takesPart(hook: ToolHook | undefined, stage: ToolHookStage, tool: ToolRecord): boolean {
  return typeof hook?.[stage] === 'function' && hook.appliesTo?.(tool, stage) !== false;
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

function planRows(stages: HookPlan['stages']): HookPlan['rows'] {
  const row = (names: readonly ToolHookStage[]) => joinRows(names.map((stage) => stages[stage]));
  return {
    opening: row(rowStages.opening),
    input: row(rowStages.input),
    output: row(rowStages.output),
    audit: row(rowStages.audit),
    report: row(rowStages.report),
  };
}

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

function instantiate(
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

function isClass(source: ToolHookSource): source is ToolHookClass {
  return typeof source === 'function';
}

function nameOf(source: ToolHookSource): string {
  return isClass(source) ? source.name : (source.name ?? source.constructor.name);
}
