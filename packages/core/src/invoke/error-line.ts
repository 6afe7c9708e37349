import type { Steps } from '../async/drive.js';
import type { Outcome } from '../contract/outcome.js';
import { isControl, type ControlRespond } from '../errors/control.js';
import { isCancelError, stopBodies } from './cancellation.js';
import type { Call, Step } from './context/call.js';
import { noteCallInfo, noteReplaced, stepOf, leaveThrown } from './trace.js';
import { assign, clearOutput } from './context/history.js';
import { close, finish, releasesWhenSlow } from './release.js';
import { reportFrom, hideMarkedInput } from './report.js';
import { runRow, takeStep } from './stage.js';

/** The end of a call: its output, or what ended it. A failure is a value here, since a second throw costs as much as a call. */
export type Ending = { readonly ok: true; readonly output: unknown } | { readonly ok: false; readonly error: unknown };

/** Steps in which an unknown error may be made good by `onError`; everywhere else gates fail closed. */
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

/** onError ▸ willAudit ▸ didAudit ▸ onMetrics ▸ releases ▸ willFinalizeInvoke ▸ close, uncut by any signal. */
export function* errorLine(call: Call, thrown: unknown, from?: 'audited'): Steps<Ending> {
  const { at } = call;
  call.cancellation?.close();
  stopBodies(call);
  noteCallInfo(call, thrown, at);
  hideMarkedInput(call);
  call.error = thrown;
  call.outcome = outcomeOf(call, thrown);
  // The common case: nobody listens to errors.
  if (call.plan.stages.onError === null) return yield* closeFailed(call, from);
  const response = yield* runOnError(call, thrown, mayRecover(call, thrown, at.stage));
  return yield* response === undefined ? closeFailed(call, from) : recover(call, response.value, thrown);
}

function outcomeOf(call: Call, thrown: unknown): Outcome {
  if (isCancelError(call, thrown)) return { kind: call.cancellation?.kind === 'deadline' ? 'failed' : 'cancelled' };
  if (!isControl(thrown)) return { kind: 'failed' };
  return { kind: thrown.kind === 'abort' ? 'aborted' : 'retryAfter' };
}

function mayRecover(call: Call, thrown: unknown, failedAt: Step): boolean {
  return !isControl(thrown) && !isCancelError(call, thrown) && recoverable.has(stepOf(thrown) ?? failedAt);
}

/** Runs all onError hooks, once; the last answer counts where there may be one, and what else they throw is attached. */
function* runOnError(call: Call, original: unknown, mayAnswer: boolean): Steps<ControlRespond | undefined> {
  let response: ControlRespond | undefined;
  const onThrown = (thrown: unknown): boolean => {
    const isAnswer = mayAnswer && isControl(thrown) && thrown.kind === 'respond';
    if (isAnswer) response = thrown;
    else attach(original, thrown);
    return isAnswer;
  };
  const handling = runRow(call, call.plan.stages.onError, { onThrown });
  if (handling !== undefined) yield* handling;
  return response;
}

/** Shapes and audits a recovered value like any other; what fails now fails for good. */
function* recover(call: Call, value: unknown, original: unknown): Steps<Ending> {
  const { plan } = call;
  assign(call, 'output', value);
  call.outcome = { kind: 'success', recovered: true };
  call.error = undefined;
  try {
    for (const step of plan.ways.shaping) {
      const rest = takeStep(call, step);
      if (rest !== undefined) yield* rest;
    }
    finish(call);
    const auditing = runRow(call, plan.stages.willAudit, releasesWhenSlow);
    if (auditing !== undefined) yield* auditing;
  } catch (thrown) {
    leaveThrown(call, thrown);
    failAgain(call, thrown, original);
    return yield* closeFailed(call, call.durationMs === undefined ? undefined : 'audited');
  }
  const reporting = runRow(call, plan.report, releasesWhenSlow);
  if (reporting !== undefined) yield* reporting;
  const { output } = call.values;
  const closing = close(call);
  if (closing !== undefined) yield* closing;
  return { ok: true, output };
}

/** A recovered call fails after all; `onError` has had its turn. */
function failAgain(call: Call, thrown: unknown, original: unknown): void {
  clearOutput(call);
  call.error = thrown;
  call.outcome = outcomeOf(call, thrown);
  noteReplaced(call, thrown, original);
}

/** willAudit ▸ didAudit ▸ onMetrics ▸ releases ▸ willFinalizeInvoke ▸ close: the error is fixed. */
function* closeFailed(call: Call, from?: 'audited'): Steps<Ending> {
  const { error, plan } = call;
  if (call.durationMs === undefined) finish(call);
  if (from === undefined && plan.stages.willAudit !== null) yield* auditFailure(call, error);
  const reporting = runRow(call, from === 'audited' ? plan.stages.onMetrics : plan.report, releasesWhenSlow);
  if (reporting !== undefined) yield* reporting;
  const closing = close(call);
  if (closing !== undefined) yield* closing;
  return { ok: false, error };
}

/** Audits a failure; an audit that is required and fails as well does not take its place. */
function* auditFailure(call: Call, error: unknown): Steps<void> {
  try {
    const auditing = runRow(call, call.plan.stages.willAudit, releasesWhenSlow);
    if (auditing !== undefined) yield* auditing;
  } catch (thrown) {
    attach(error, thrown);
    reportFrom(call, thrown, { stage: 'willAudit', hook: call.at.name });
  }
}

const suppressed = new WeakMap<object, unknown[]>();

/** Lists what went wrong while an error was handled; it does not take its place. */
export function suppressedBy(error: unknown): readonly unknown[] {
  return typeof error === 'object' && error !== null ? (suppressed.get(error) ?? []) : [];
}

function attach(error: unknown, thrown: unknown): void {
  if (typeof error !== 'object' || error === null) return;
  suppressed.set(error, [...(suppressed.get(error) ?? []), thrown]);
}
