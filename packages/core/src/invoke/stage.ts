import { isThenable } from '../async/maybe-promise.js';
import { drive, type Steps } from '../async/drive.js';
import type { StageEffect } from '../contract/stage.js';
import { isGate, isPast } from '../tool/stage-rules.js';
import { isControl } from '../errors/control.js';
import { isCancelError, raceCancel, throwIfCancelled } from './cancellation.js';
import { waitForObserver } from './wait-for-observer.js';
import type { Call } from './context/call.js';
import { noteCallInfo, enterStep, leaveStep, resultOf, suspendStep, traceEnd } from './trace.js';
import type { PlannedHook, PlannedRow, WayStep } from './plan/planned-hook.js';
import { bindReturned, releaseSession } from './provider-views.js';
import { reportFrom } from './report.js';

/** Listens to the hooks of a row. */
export interface RowListener {
  /** Called once if audit or metrics hold back what the call has acquired. */
  readonly onSlow?: (call: Call) => void;
  /** Takes what a hook throws; true if that is dealt with. */
  readonly onThrown?: (thrown: unknown) => boolean;
}

/** A hook that has to be waited for; undefined stands for the filters of its stage, which have to be asked. */
interface Pause {
  readonly at: number;
  readonly pending: PromiseLike<unknown> | undefined;
  readonly startMs: number;
}

/** The rest of the way from something pending on; undefined if there is none. */
export type Rest = Steps<unknown> | undefined;

/**
 * Runs the hooks of a row, one after another, as far as that goes synchronously; gives the rest of the way if something is
 * pending. What a hook of a gate throws is thrown once, through to whoever runs the row.
 */
export function runRow(call: Call, row: PlannedRow | null, listener?: RowListener): Rest {
  // The common case: nobody takes part.
  if (row === null) return undefined;
  const pause = row.isGate ? advance(call, row.hooks, 0) : advanceIsolated(call, row.hooks, 0, listener);
  return pause === undefined ? undefined : finishRow(call, row, pause, listener);
}

/** Takes one step of a way: a row of hooks, or a step of the engine's own. */
export function takeStep(call: Call, step: WayStep | undefined): Rest {
  if (step === undefined) return undefined;
  return step.own === undefined ? runRow(call, step.row) : step.own(call);
}

/** The one loop that runs hooks. Ends at the end of the row, or at a hook that has to be waited for. */
function advance(call: Call, hooks: readonly PlannedHook[], from: number, isAsked = false): Pause | undefined {
  const { ctx } = call;
  const isCancellable = call.cancellation !== undefined;
  for (let at = from; at < hooks.length; at += 1) {
    const hook = hooks[at];
    if (hook === undefined) break;
    if (isCancellable && hook.stoppable) throwIfCancelled(call);
    if (hook.filtered !== undefined && !(isAsked && at === from)) return { at, pending: undefined, startMs: 0 };
    enterStep(call, hook);
    const { method } = hook;
    const result: unknown =
      method === undefined ? call.hooks[hook.slot]?.[hook.stage]?.(ctx, noNext, noNext) : method.call(hook.self, ctx);
    if (result !== undefined && isThenable(result)) return { at, pending: result, startMs: suspendStep(call) };
    leaveHook(call, hook, result);
    leaveStep(call, 'ok');
  }
  return undefined;
}

/** `aroundExecute` never comes here; its other arguments keep the call well typed. */
const noNext = () => Promise.resolve(undefined);

/** Runs the loop where a hook may throw without ending the row. */
function advanceIsolated(
  call: Call,
  hooks: readonly PlannedHook[],
  from: number,
  listener: RowListener | undefined,
  isAsked = false,
): Pause | undefined {
  let at = from;
  let asked = isAsked;
  for (;;) {
    try {
      return advance(call, hooks, at, asked);
    } catch (thrown) {
      const hook = hooks.findIndex((planned) => planned === call.at);
      at = nextAfter(call, hooks, hook, thrown, suspendStep(call), listener);
      asked = false;
    }
  }
}

/** Goes on from the first hook that is pending: waits, and re-enters the same loop. */
function* finishRow(call: Call, row: PlannedRow, first: Pause, listener?: RowListener): Steps<void> {
  let { hooks } = row;
  for (let pause: Pause | undefined = first; pause !== undefined;) {
    const { at, pending, startMs }: Pause = pause;
    const hook = hooks[at];
    if (hook === undefined) return;
    call.values.timePassed = true;
    if (pending === undefined) {
      const active: readonly PlannedHook[] = yield* askFilters(call, hook.filtered ?? []);
      hooks = [...active, ...hooks.slice(nextStage(hooks, at))];
      pause = advanceIsolated(call, hooks, 0, listener, active[0] === hook);
      continue;
    }
    let next = at + 1;
    try {
      const result = yield settled(call, hook, pending, listener);
      leaveHook(call, hook, result);
      traceEnd(call, hook, startMs, 'ok');
    } catch (thrown) {
      if (hook.release !== undefined && isCancelError(call, thrown)) {
        noteCallInfo(call, thrown, hook);
        traceEnd(call, hook, startMs, 'threw');
        releaseWhenLate(call, hook, pending);
        // An acquire that is complete by now is given back before anything else happens.
        yield Promise.resolve();
        throw thrown;
      }
      next = nextAfter(call, hooks, at, thrown, startMs, listener);
    }
    pause = advanceIsolated(call, hooks, next, listener);
  }
}

/** Time that an observer may go on after its call was cancelled. */
const OBSERVER_GRACE_MS = 50;

/** A gate is waited for until the call is cancelled, an observer as long as it may take. */
function settled(
  call: Call,
  { stage, name: hook, stoppable, observes }: PlannedHook,
  pending: PromiseLike<unknown>,
  listener: RowListener | undefined,
): PromiseLike<unknown> {
  const graceMs = observes ? OBSERVER_GRACE_MS : undefined;
  const work = stoppable ? raceCancel(call, pending, { stage, hook }, graceMs) : pending;
  return observes ? waitForObserver(call, work, { step: stage, hook, onSlow: listener?.onSlow }) : work;
}

/** Keeps what a hook leaves behind: whoever comes through an acquire stage holds something, and providers may be returned. */
function leaveHook(call: Call, hook: PlannedHook, result: unknown): void {
  if (hook.release !== undefined) call.capacity?.acquired.push(hook);
  if (hook.binds && result) bindReturned(call, hook.name, result);
}

/** Does what the table says about something thrown: gives the hook to go on with, or throws it again. */
function nextAfter(
  call: Call,
  hooks: readonly PlannedHook[],
  at: number,
  thrown: unknown,
  startMs: number,
  listener: RowListener | undefined,
): number {
  const hook = hooks[at];
  // Thrown between two hooks: the call is cancelled.
  if (hook === undefined) throw thrown;
  const { stage, name } = hook;
  const isTaken = listener?.onThrown?.(thrown) === true;
  const effect = isTaken ? 'recovers' : effectOf(call, hook, thrown);
  if (stage === 'willAudit') call.unrecorded = true;
  noteCallInfo(call, thrown, hook);
  if (startMs >= 0) traceEnd(call, hook, startMs, effect === 'ignored' ? 'ignored' : resultOf(thrown));
  if (effect === 'fail' || effect === 'post') throw thrown;
  if (effect === 'replaces') return nextStage(hooks, at);
  if (effect === 'ignored') reportFrom(call, thrown, { stage, hook: name });
  return at + 1;
}

function effectOf(call: Call, { stage, stoppable, effects }: PlannedHook, thrown: unknown): StageEffect {
  if (stoppable && isCancelError(call, thrown)) return 'fail';
  if (isRequiredAudit(call, stage) && !(isControl(thrown) && thrown.kind === 'respond')) return 'fail';
  if (!isControl(thrown)) return effects.unknown;
  if (thrown.kind !== 'respond') return effects.refuse;
  // Nobody has taken it.
  return effects.respond === 'recovers' ? 'ignored' : effects.respond;
}

function isRequiredAudit({ options }: Call, stage: PlannedHook['stage']): boolean {
  return stage === 'willAudit' && options.auditMode === 'required';
}

function nextStage(hooks: readonly PlannedHook[], from: number): number {
  const stage = hooks[from]?.stage;
  let at = from;
  while (at < hooks.length && hooks[at]?.stage === stage) at += 1;
  return at;
}

/** Gives the hooks of a stage that want to take part, all asked before the first one runs: none can switch off a later one. */
export function* askFilters(call: Call, hooks: readonly PlannedHook[]): Steps<readonly PlannedHook[]> {
  const active: PlannedHook[] = [];
  for (const hook of hooks) {
    if (!hook.hasFilter) {
      active.push(hook);
      continue;
    }
    enterStep(call, hook);
    let startMs = call.stepStartMs;
    try {
      let answer: unknown = call.hooks[hook.slot]?.filter?.(call.ctx);
      if (isThenable(answer)) {
        startMs = suspendStep(call);
        answer = yield filterSettled(call, hook, answer);
      }
      if (answer) active.push(hook);
      else traceEnd(call, hook, startMs, 'skipped');
    } catch (thrown) {
      leaveFilter(call, hook, thrown, startMs);
    }
    suspendStep(call);
  }
  return active;
}

function filterSettled(call: Call, { stage, name: hook }: PlannedHook, answer: PromiseLike<unknown>) {
  return isPast(stage)
    ? waitForObserver(call, answer, { step: stage, hook })
    : raceCancel(call, answer, { stage, hook });
}

/** A gate whose filter fails is a gate that fails; an observer is left out. */
function leaveFilter(call: Call, hook: PlannedHook, thrown: unknown, startMs: number): void {
  const { stage, name } = hook;
  suspendStep(call);
  if (stage === 'willAudit') call.unrecorded = true;
  if (isGate(stage) || isRequiredAudit(call, stage) || isCancelError(call, thrown)) {
    noteCallInfo(call, thrown, hook);
    traceEnd(call, hook, startMs, resultOf(thrown));
    throw thrown;
  }
  traceEnd(call, hook, startMs, 'ignored');
  reportFrom(call, thrown, { stage, hook: name });
}

/** Gives back what an acquire takes after its call was cancelled. */
function releaseWhenLate(
  call: Call,
  { slot, release = 'didReleaseQuota' }: PlannedHook,
  pending: PromiseLike<unknown>,
): void {
  const hooks = call.plan.stages[release]?.hooks.filter((hook) => hook.slot === slot) ?? [];
  const giveBack = async () => {
    const { at } = call;
    call.late = call.settled;
    call.stepEndMs = -1;
    const rest = runRow(call, { hooks, isGate: false });
    if (rest !== undefined) await drive(rest);
    // The error line goes on where it was.
    if (call.settled) releaseSession(call);
    else call.at = at;
    call.late = false;
  };
  // One that fails after all holds nothing, and was reported by whoever waited for it.
  void pending.then(giveBack, () => undefined);
}
