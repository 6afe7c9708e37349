import type { ToolHook } from '../../contract/hook.js';
import { type ToolHookStage, stageTable, type StageRow } from '../../contract/stage.js';
import { isPast } from '../../tool/stage-rules.js';
import type { ToolInvokeContext } from '../../contract/context.js';
import type { Call } from '../context/call.js';
import type { Rest } from '../stage.js';

/** A method of a hook, as a stage calls it. */
export type HookMethod = (this: ToolHook | undefined, ctx: ToolInvokeContext) => unknown;

export type ReleaseStage = 'didReleaseQuota' | 'didReleaseSemaphore';

/** One hook at one stage. */
export interface PlannedHook {
  readonly stage: ToolHookStage;
  readonly name: string;
  /** Index of its instance among the hooks of a call. */
  readonly slot: number;
  /** Effects of what it throws. */
  readonly effects: StageRow;
  /** Method and owner of a hook that is an instance; those of a class belong to one call. */
  readonly method: HookMethod | undefined;
  readonly self: ToolHook | undefined;
  readonly hasFilter: boolean;
  /** All hooks of its stage, on the first of them, if one has a filter: they are asked before the stage begins. */
  readonly filtered: readonly PlannedHook[] | undefined;
  /** Stage in which the hook gives back what it takes here. */
  readonly release: ReleaseStage | undefined;
  /** True where a cancelled call stops. */
  readonly stoppable: boolean;
  readonly observes: boolean;
  /** True where the returned value is bound to the request. */
  readonly binds: boolean;
}

/** Hooks of one stage, or of several that follow each other, in the order in which they run. */
export interface PlannedRow {
  readonly hooks: readonly PlannedHook[];
  /** True if whatever a hook throws ends the row. */
  readonly isGate: boolean;
}

/** A step of the engine's own between the stages; gives the rest of the way if something is pending. */
export type EngineStep = (call: Call) => Rest;

/** Hooks of each stage; null where there are none. */
export type Stages = { readonly [S in ToolHookStage]: PlannedRow | null };

/** A step of the engine's own that only some tools need. */
export interface ConditionalStep {
  readonly step: EngineStep;
  /** The step is taken if one of these stages has hooks. */
  readonly ifAny: readonly ToolHookStage[];
}

/** A part of the lifecycle as it is drawn: stages by name, and the engine's own steps between them. */
export type Drawing = readonly (ToolHookStage | EngineStep | ConditionalStep)[];

/** A drawing as one tool takes it: the rows of its hooks, and the engine's own steps. */
export type Way = readonly WayStep[];

export interface WayStep {
  readonly row: PlannedRow | null;
  readonly own: EngineStep | undefined;
}

/** Release stages by acquire stage: a hook listed under the one takes part in the other. */
export const releaseOf: { readonly [S in ToolHookStage]?: ReleaseStage } = Object.freeze({
  willAcquireQuota: 'didReleaseQuota',
  willAcquireSemaphore: 'didReleaseSemaphore',
});

type HookFacts = Pick<PlannedHook, 'name' | 'slot' | 'hasFilter' | 'self' | 'release'>;

/** Plans the hooks of one stage, which are sorted already. */
export function planStage(stage: ToolHookStage, sorted: readonly HookFacts[]): PlannedRow {
  const effects = effectsOf(stage);
  // Member by member: all have one shape, which the loop reads quickly.
  const hooks = sorted.map(({ name, slot, self, hasFilter, release }) => ({
    stage,
    name,
    slot,
    effects,
    // A hook that is made anew for every call is asked then.
    method: self?.[stage] as HookMethod | undefined,
    self,
    hasFilter,
    filtered: undefined as readonly PlannedHook[] | undefined,
    release,
    stoppable: !isPast(stage),
    observes: effects.class === 'observer',
    binds: stage === 'willBindProviders',
  }));
  const [first] = hooks;
  if (first !== undefined && asksFilters(stage, sorted)) first.filtered = hooks;
  return { hooks, isGate: effects.class === 'gate' && effects.respond !== 'replaces' };
}

/** Releases ask no filter: what was acquired is given back, whatever a filter says by now. */
function asksFilters(stage: ToolHookStage, hooks: readonly HookFacts[]): boolean {
  const isRelease = stage === 'didReleaseQuota' || stage === 'didReleaseSemaphore';
  return !isRelease && hooks.some(({ hasFilter }) => hasFilter);
}

/** Joins the rows of stages that follow each other; null if none has hooks. */
export function joinRows(rows: readonly (PlannedRow | null)[]): PlannedRow | null {
  const present = rows.filter((row) => row !== null);
  if (present.length <= 1) return present[0] ?? null;
  return { hooks: present.flatMap(({ hooks }) => hooks), isGate: present.every(({ isGate }) => isGate) };
}

/** Plans the way of a tool through a drawing: stages without hooks are gone, and those that follow each other are one row. */
export function planWay(drawing: Drawing, stages: Stages): Way {
  const way: WayStep[] = [];
  let rows: (PlannedRow | null)[] = [];
  const endRow = () => {
    const row = joinRows(rows);
    if (row !== null) way.push({ row, own: undefined });
    rows = [];
  };
  for (const entry of drawing) {
    if (typeof entry === 'string') rows.push(stages[entry]);
    else if (typeof entry === 'function' || entry.ifAny.some((stage) => stages[stage] !== null)) {
      endRow();
      way.push({ row: null, own: typeof entry === 'function' ? entry : entry.step });
    }
  }
  endRow();
  return Object.freeze(way);
}

const effectsByStage = new Map<ToolHookStage, StageRow>(stageTable.map((row) => [row.stage, row]));

function effectsOf(stage: ToolHookStage): StageRow {
  const row = effectsByStage.get(stage);
  if (row === undefined) throw new TypeError(`Cannot plan a hook: there is no stage "${stage}"`);
  return row;
}
