import type { StageEffect } from '../contract/stage.js';
import { isControl } from '../errors/control.js';
import { bindReturned } from './bind-providers.js';
import { noteCallInfo } from './call-info.js';
import type { Invocation, Step } from './invocation.js';
import { isHookStep, skipsStage, type LifeStep, type PlannedHook } from './life-step.js';
import { letGoOfSession } from './provider-views.js';
import { reportFrom } from './report.js';
import { isThenable } from '../async/maybe-promise.js';
import { resultOf, traceEnd, traceGap, traceStart } from './trace.js';
import { waitForObserver } from './wait-for-observer.js';
import { assertWanted, isCancelError, whileWanted } from './while-wanted.js';

/** Nowhere to go on. */
const ENDS = -1;

/** A hook has ended the walk; `inv.thrown` is what it threw. */
export const thrownInside = Symbol('thrown inside');

/** Walks along steps; a promise only if one of them gave one. */
export function walk(inv: Invocation, steps: readonly LifeStep[], from: number): Promise<void> | undefined {
  const walking = walkUntilThrown(inv, steps, from);
  if (walking === thrownInside) throw inv.thrown;
  return walking;
}

/** The same, and what a hook throws is not thrown again: to throw once costs as much as a call. */
export function walkUntilThrown(
  inv: Invocation,
  steps: readonly LifeStep[],
  from: number,
): Promise<void> | typeof thrownInside | undefined {
  const pending = advance(inv, steps, from);
  return pending === undefined || pending === thrownInside ? pending : walkOn(inv, steps, pending);
}

/** The synchronous way, as far as it goes: to the end, to what was thrown, or to a step that has to be waited for. */
function advance(
  inv: Invocation,
  steps: readonly LifeStep[],
  from: number,
): PromiseLike<unknown> | typeof thrownInside | undefined {
  const { ctx } = inv;
  const isWatched = inv.cancellation !== undefined;
  const isTraced = inv.trace !== undefined;
  for (let at = from; at < steps.length; at += 1) {
    const step = steps[at];
    if (step === undefined) break;
    if (isWatched && step.stoppable) assertWanted(inv);
    if (!isHookStep(step)) {
      const doing = step.own?.(inv);
      // The common case: it is done.
      if (doing === undefined) continue;
      if (doing === skipsStage) at = nextStage(steps, at, step.stage) - 1;
      else if (doing instanceof Promise) return pause(inv, at, doing, 0);
      continue;
    }
    const { method } = step;
    inv.at = step;
    const startMs = isTraced ? traceStart(inv) : 0;
    try {
      const result: unknown =
        method === undefined ? inv.hooks[step.slot]?.[step.stage]?.(ctx, noNext, noNext) : method.call(step.self, ctx);
      if (result !== undefined && isThenable(result)) return pause(inv, at, result, startMs);
      if (isTraced || leavesBehind(step, result)) leaveHook(inv, step, result, startMs);
    } catch (thrown) {
      const next = leaveThrown(inv, steps, at, step, thrown, startMs);
      if (next === ENDS) return thrownInside;
      at = next - 1;
    }
  }
  return undefined;
}

/** Where the walk waits is read again before anything else runs. */
function pause(inv: Invocation, at: number, pending: PromiseLike<unknown>, startMs: number): PromiseLike<unknown> {
  inv.pausedAt = at;
  inv.pausedMs = startMs;
  return pending;
}

/** From the first promise on, by callbacks: an async function would cost as much again as what it waits for. */
function walkOn(inv: Invocation, steps: readonly LifeStep[], first: PromiseLike<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    let waitedFor = first;
    let at = 0;
    let startMs = 0;

    const wait = (pending: PromiseLike<unknown>): void => {
      waitedFor = pending;
      at = inv.pausedAt;
      startMs = inv.pausedMs;
      const step = steps[at];
      const ending = ended(inv, step, pending);
      if (isHookStep(step) && step.observes) observe(inv, step, ending, leave, leaveFailed);
      else void Promise.resolve(ending).then(leave, leaveFailed);
    };
    const goOn = (from: number): void => {
      try {
        const pending = advance(inv, steps, from);
        if (pending === undefined) resolve();
        else if (pending === thrownInside) reject(inv.thrown);
        else wait(pending);
      } catch (thrown) {
        reject(thrown);
      }
    };
    const leave = (result: unknown): void => {
      const step = steps[at];
      try {
        if (!isHookStep(step)) traceGap(inv);
        else if (inv.trace !== undefined || leavesBehind(step, result)) leaveHook(inv, step, result, startMs);
      } catch (thrown) {
        leaveFailed(thrown);
        return;
      }
      goOn(result === skipsStage ? nextStage(steps, at, step?.stage) : at + 1);
    };
    const leaveFailed = (thrown: unknown): void => {
      const step = steps[at];
      if (!isHookStep(step)) {
        reject(thrown);
        return;
      }
      if (step.release !== undefined && isCancelError(inv, thrown)) releaseWhenLate(inv, step, waitedFor);
      const next = leaveThrown(inv, steps, at, step, thrown, startMs);
      if (next === ENDS) reject(thrown);
      else goOn(next);
    };

    inv.takesTime = true;
    wait(first);
  });
}

/** A hook is waited for as long as the call is wanted. */
function ended(inv: Invocation, step: LifeStep | undefined, pending: PromiseLike<unknown>): PromiseLike<unknown> {
  if (inv.cancellation === undefined || !isHookStep(step) || !step.stoppable) return pending;
  return whileWanted(
    inv,
    pending,
    { stage: step.stage, hook: step.name },
    step.observes ? OBSERVER_GRACE_MS : undefined,
  );
}

/** How long an observer may go on after its call was cancelled. */
const OBSERVER_GRACE_MS = 50;

/** An observer is waited for as long as it may take. */
function observe(
  inv: Invocation,
  { stage: step, name: hook }: PlannedHook,
  work: PromiseLike<unknown>,
  onValue: (value: unknown) => void,
  onThrown: (thrown: unknown) => void,
): void {
  waitForObserver(inv, work, { step, hook, onValue, onThrown, release: () => inv.plan.life.releaseEarly(inv) });
}

/** Most hooks leave nothing but what they have done themselves. */
function leavesBehind(step: PlannedHook, result: unknown): boolean {
  return step.release !== undefined || (result !== undefined && step.binds);
}

function leaveHook(inv: Invocation, step: PlannedHook, result: unknown, startMs: number): void {
  // Whoever comes through an acquire stage holds something.
  if (step.release !== undefined) (inv.acquired ??= []).push(step);
  if (step.binds && result) bindReturned(inv, step.name, result);
  traceEnd(inv, step.stage, step.name, startMs, 'ok');
}

/** What the table says about something thrown: where to go on, if anywhere. */
function leaveThrown(
  inv: Invocation,
  steps: readonly LifeStep[],
  at: number,
  hook: PlannedHook,
  thrown: unknown,
  startMs: number,
): number {
  const { stage, name } = hook;
  const effect = effectOf(inv, hook, thrown);
  if (stage === 'willAudit') inv.unrecorded = true;
  noteCallInfo(inv, thrown, stage, name);
  if (inv.trace !== undefined) traceEnd(inv, stage, name, startMs, effect === 'ignored' ? 'ignored' : resultOf(thrown));
  if (effect === 'replaces') return nextStage(steps, at, stage);
  if (effect !== 'ignored') {
    inv.thrown = thrown;
    return ENDS;
  }
  reportFrom(inv, thrown, { stage, hook: name });
  return at + 1;
}

function nextStage(steps: readonly LifeStep[], from: number, stage: Step | undefined): number {
  let at = from;
  while (steps[at]?.stage === stage) at += 1;
  return at;
}

function effectOf(inv: Invocation, { stage, stoppable, row }: PlannedHook, thrown: unknown): StageEffect {
  if (stoppable && inv.cancellation !== undefined && isCancelError(inv, thrown)) return 'fail';
  if (stage === 'willAudit' && inv.options.auditMode === 'required' && !isRespond(thrown)) return 'fail';
  if (!isControl(thrown)) return row.unknown;
  return thrown.kind === 'respond' ? row.respond : row.refuse;
}

function isRespond(thrown: unknown): boolean {
  return isControl(thrown) && thrown.kind === 'respond';
}

/** An acquire that completes after its call was cancelled is given back at once. */
function releaseWhenLate(inv: Invocation, acquired: PlannedHook, pending: PromiseLike<unknown>): void {
  const releases = inv.plan.stages[acquired.release ?? 'didReleaseQuota'] ?? [];
  const giveBack = async () => {
    const { at } = inv;
    inv.late = inv.settled;
    traceGap(inv);
    await walk(
      inv,
      releases.filter(({ slot }) => slot === acquired.slot),
      0,
    );
    // The error line goes on where it was.
    if (!inv.settled) inv.at = at;
    else letGoOfSession(inv);
    inv.late = false;
  };
  // One that fails after all holds nothing, and was reported by whoever waited for it.
  void pending.then(giveBack, () => undefined);
}

/** `aroundExecute` never comes here; its other arguments keep the call well typed. */
const noNext = () => Promise.resolve(undefined);
