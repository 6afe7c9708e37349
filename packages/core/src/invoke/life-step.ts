import type { ToolHook } from '../contract/hook.js';
import { stageTable, type StageRow, type ToolHookStage } from '../contract/stage.js';
import { isPast } from '../tool/stage-rules.js';
import type { Invocation, Step } from './invocation.js';

/** What a step gives, at once or later, if the hooks of its stage have no turn. */
export const skipsStage = Symbol('skips stage');

/** Something the engine does itself; a promise only if it has to wait. */
export type OwnStep = (inv: Invocation) => Promise<unknown> | typeof skipsStage | undefined | void;

/** What a hook does at its stage. */
export type HookMethod = (this: ToolHook | undefined, ctx: Invocation['ctx']) => unknown;

/** One thing to do in the life of a call. Hooks and own steps have one shape, which keeps walking along them quick. */
export interface LifeStep {
  readonly stage: Step;
  /** Stops the call here if nobody wants it any more. */
  readonly stoppable: boolean;
  /** What the engine does here, if it is a step of its own. */
  readonly own: OwnStep | undefined;
}

/** One hook at one stage. */
export interface PlannedHook extends LifeStep {
  readonly stage: ToolHookStage;
  /** What it means when the hook throws. */
  readonly row: StageRow;
  readonly name: string;
  readonly slot: number;
  /** Taken from an instance; a hook that is made anew for every call is asked then. */
  readonly method: HookMethod | undefined;
  readonly self: ToolHook | undefined;
  readonly hasFilter: boolean;
  /** The stage in which the same hook gives back what it takes here. */
  readonly release: ReleaseStage | undefined;
  /** Watches the call and decides nothing: nobody waits for it long. */
  readonly observes: boolean;
  /** What it returns is what the call depends on. */
  readonly binds: boolean;
}

export type ReleaseStage = 'didReleaseQuota' | 'didReleaseSemaphore';

/** A hook listed under an acquire stage gives back what it took, without being listed twice. */
export const releaseOf: { readonly [S in ToolHookStage]?: ReleaseStage } = Object.freeze({
  willAcquireQuota: 'didReleaseQuota',
  willAcquireSemaphore: 'didReleaseSemaphore',
});

/** A step of the engine's own. */
export function ownStep(stage: Step, own: OwnStep, stoppable = true): LifeStep {
  const step = {
    stage,
    stoppable,
    own,
    row: undefined,
    name: '',
    slot: -1,
    method: undefined,
    self: undefined,
    hasFilter: false,
    release: undefined,
    observes: false,
    binds: false,
  };
  return Object.freeze(step);
}

/** A hook at a stage. */
export function hookStep(
  stage: ToolHookStage,
  hook: Pick<PlannedHook, 'name' | 'slot' | 'hasFilter' | 'self' | 'release'>,
): PlannedHook {
  const { name, slot, self, hasFilter, release } = hook;
  const row = rowOf(stage);
  return Object.freeze({
    stage,
    stoppable: !isPast(stage),
    own: undefined,
    row,
    name,
    slot,
    method: self?.[stage] as HookMethod | undefined,
    self,
    hasFilter,
    release,
    observes: row.class === 'observer',
    binds: stage === 'willBindProviders',
  });
}

const rows = new Map<ToolHookStage, StageRow>(stageTable.map((row) => [row.stage, row]));

function rowOf(stage: ToolHookStage): StageRow {
  const row = rows.get(stage);
  if (row === undefined) throw new TypeError(`Cannot plan a hook: there is no stage "${stage}"`);
  return row;
}

export function isHookStep(step: LifeStep | undefined): step is PlannedHook {
  return step !== undefined && step.own === undefined;
}
