import { isControl, type ControlRespond } from '../errors/control.js';
import { callInfo, noteCallInfo, stepOf } from './call-info.js';
import { keepHooks } from './filter-hooks.js';
import { closeCall, finish } from './finish.js';
import { assign, clearOutput } from './history.js';
import type { Invocation, Step } from './invocation.js';
import { reportFrom } from './report.js';
import { runStage } from './run-stage.js';
import { hideMarkedInput } from './scrub.js';
import { isThenable } from '../async/maybe-promise.js';
import { traceEnd, traceGap, traceStart } from './trace.js';
import { untilObserved } from './wait-for-observer.js';
import { walk } from './walk.js';
import { isCancelError } from './while-wanted.js';

/** Where an unknown error may be made good by `onError`; everywhere else gates fail closed. */
const recoverable: ReadonlySet<Step> = new Set<Step>([
  'willParseInput',
  'inputCheck',
  'willValidateInput',
  'willNormalizeInput',
  'willReadCache',
  'aroundExecute',
  'willExecute',
  'execute',
  'didExecute',
  'onGiveUp',
]);

/** The call has failed, and there is nothing to wait for; `inv.thrown` is why. */
export const failed = Symbol('failed');

/**
 * onError ▸ audit ▸ metrics ▸ releases ▸ finalize, uncut by any signal. What has failed at once is not thrown again, nor
 * is a promise rejected: whoever wants an envelope would pay for it twice, and get nothing.
 */
export function liveError(inv: Invocation, thrown: unknown, from?: 'afterAudit'): Promise<unknown> | typeof failed {
  const failedAt = inv.step;
  inv.cancellation?.close();
  noteCallInfo(inv, thrown, failedAt, inv.hook);
  hideMarkedInput(inv);
  inv.error = thrown;
  inv.outcome = outcomeOf(inv, thrown);
  // The common case: nobody listens to errors.
  if (inv.plan.stages.onError === undefined) return closeFailed(inv, from);
  return tryToRecover(inv, thrown, failedAt, from);
}

async function tryToRecover(inv: Invocation, thrown: unknown, failedAt: Step, from?: 'afterAudit'): Promise<unknown> {
  const response = await runOnError(inv, thrown, mayRecover(inv, thrown, failedAt));
  if (response !== undefined && (await recover(inv, response.value, thrown))) return closeRecovered(inv, thrown);
  return unlessFailed(inv, closeFailed(inv, from));
}

/** For those who wait: what has failed is thrown. */
export function unlessFailed(inv: Invocation, end: unknown): unknown {
  if (end === failed) throw inv.thrown;
  return end;
}

/** audit ▸ metrics ▸ releases ▸ finalize: the error is fixed. */
function closeFailed(inv: Invocation, from?: 'afterAudit'): Promise<never> | typeof failed {
  const { error } = inv;
  traceGap(inv);
  if (inv.durationMs === undefined) finish(inv);
  const { willAudit, didAudit, onMetrics } = inv.plan.stages;
  const isWatched = willAudit !== undefined || didAudit !== undefined || onMetrics !== undefined;
  const closing = isWatched ? tellFailed(inv, from).then(() => closeCall(inv)) : closeCall(inv);
  if (closing !== undefined) return closing.then(() => Promise.reject(error));
  inv.thrown = error;
  return failed;
}

async function tellFailed(inv: Invocation, from?: 'afterAudit'): Promise<void> {
  if (from === undefined) await auditFailure(inv, inv.error);
  await runStage(inv, 'onMetrics');
}

async function auditFailure(inv: Invocation, error: unknown): Promise<void> {
  try {
    await runStage(inv, 'willAudit');
  } catch (thrown) {
    attach(error, thrown);
    reportFrom(inv, thrown, { stage: 'willAudit', hook: inv.hook });
  }
  await runStage(inv, 'didAudit');
}

function outcomeOf(inv: Invocation, thrown: unknown): Invocation['outcome'] {
  if (isCancelError(inv, thrown)) return { kind: inv.cancellation?.kind === 'deadline' ? 'failed' : 'cancelled' };
  if (!isControl(thrown)) return { kind: 'failed' };
  return { kind: thrown.kind === 'abort' ? 'aborted' : 'retryAfter' };
}

/** All of them run, once; the last answer given counts where there may be one, and what else they throw is attached. */
async function runOnError(inv: Invocation, original: unknown, open: boolean): Promise<ControlRespond | undefined> {
  const planned = inv.plan.stages.onError;
  if (planned === undefined) return undefined;
  let response: ControlRespond | undefined;
  const kept = await keepHooks(inv, 'onError', planned);
  traceGap(inv);
  for (const hook of kept) {
    inv.at = hook;
    const startMs = traceStart(inv);
    const before = inv.error;
    try {
      const result = inv.hooks[hook.slot]?.onError?.(inv.ctx);
      if (isThenable(result)) await untilObserved(inv, result, 'onError', hook.name);
      traceEnd(inv, 'onError', hook.name, startMs, 'ok');
    } catch (thrown) {
      if (open && isControl(thrown) && thrown.kind === 'respond') {
        response = thrown;
        traceEnd(inv, 'onError', hook.name, startMs, 'responded');
      } else {
        attach(original, thrown);
        traceEnd(inv, 'onError', hook.name, startMs, 'ignored');
        reportFrom(inv, thrown, { stage: 'onError', hook: hook.name });
      }
    }
    if (inv.error !== before) keepCause(inv, before);
  }
  return response;
}

function mayRecover(inv: Invocation, thrown: unknown, failedAt: Step): boolean {
  const stage = stepOf(thrown) ?? failedAt;
  return !isControl(thrown) && !isCancelError(inv, thrown) && recoverable.has(stage);
}

/** Shapes the recovered value like any other; what fails now fails for good. */
async function recover(inv: Invocation, value: unknown, original: unknown): Promise<boolean> {
  assign(inv, 'output', value);
  inv.outcome = { kind: 'success', recovered: true };
  inv.error = undefined;
  traceGap(inv);
  try {
    await walk(inv, inv.plan.life.shaping, 0);
    return true;
  } catch (thrown) {
    failAgain(inv, thrown, original);
    return false;
  }
}

async function closeRecovered(inv: Invocation, original: unknown): Promise<unknown> {
  traceGap(inv);
  finish(inv);
  try {
    await runStage(inv, 'willAudit');
  } catch (thrown) {
    failAgain(inv, thrown, original);
    return unlessFailed(inv, closeFailed(inv, 'afterAudit'));
  }
  await runStage(inv, 'didAudit');
  await runStage(inv, 'onMetrics');
  await closeCall(inv);
  return inv.result;
}

/** A recovered call fails after all; `onError` has had its turn. */
function failAgain(inv: Invocation, thrown: unknown, original: unknown): void {
  clearOutput(inv, thrown);
  inv.error = thrown;
  inv.outcome = outcomeOf(inv, thrown);
  keepCause(inv, original);
}

/** An error that took the place of another remembers it. */
function keepCause(inv: Invocation, cause: unknown): void {
  if (
    inv.error instanceof Error &&
    inv.error.cause === undefined &&
    inv.error !== cause &&
    Object.isExtensible(inv.error)
  ) {
    Object.defineProperty(inv.error, 'cause', { value: cause, configurable: true, writable: true });
  }
  const info = callInfo(cause);
  if (info !== undefined) noteCallInfo(inv, inv.error, info.stage, info.hook);
}

const suppressed = new WeakMap<object, unknown[]>();

/** What went wrong while an error was handled; it does not take its place. */
export function suppressedBy(error: unknown): readonly unknown[] {
  return typeof error === 'object' && error !== null ? (suppressed.get(error) ?? []) : [];
}

function attach(error: unknown, thrown: unknown): void {
  if (typeof error !== 'object' || error === null) return;
  suppressed.set(error, [...(suppressed.get(error) ?? []), thrown]);
}
