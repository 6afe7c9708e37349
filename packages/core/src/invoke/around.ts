import { drive, type Steps } from '../async/drive.js';
import { isThenable } from '../async/maybe-promise.js';
import { rejectSoon } from '../async/reject-soon.js';
import { isControl } from '../errors/control.js';
import { coreErrors } from '../errors/core-errors.js';
import { abandonAttempt, runAttempt } from './attempt.js';
import { isCancelError, raceCancel, throwIfCancelled } from './cancellation.js';
import type { Call } from './context/call.js';
import { noteCallInfo, resultOf, suspendStep, traceEnd, enterStep } from './trace.js';
import type { PlannedHook, PlannedRow } from './plan/planned-hook.js';
import { reportFrom } from './report.js';
import { askFilters, runRow, type Rest } from './stage.js';

/** aroundExecute( attempts ) ▸ [onGiveUp, when attempts are exhausted]; afterwards the output is there. */
export function runSection(call: Call): Rest {
  const { aroundExecute, onGiveUp } = call.plan.stages;
  throwIfCancelled(call);
  // The common case: nobody wraps the one attempt, and nobody wants to hear that there is no other.
  return aroundExecute === null && onGiveUp === null ? runAttempt(call) : runAttempts(call, aroundExecute);
}

function* runAttempts(call: Call, aroundExecute: PlannedRow | null): Steps<void> {
  try {
    if (aroundExecute === null) yield* runAttempt(call);
    else takeOutput(call, yield runAround(call, aroundExecute, () => drive(runAttempt(call))));
    throwIfCancelled(call);
  } catch (thrown) {
    if (isExhausted(call, thrown)) yield* giveUp(call);
    throw thrown;
  }
}

function takeOutput(call: Call, output: unknown): void {
  const { values, at } = call;
  call.at = { stage: 'aroundExecute', name: at.name };
  if (output !== values.output || !values.outputAssigned) call.ctx.output = output;
}

/** True if there will be no other attempt. */
function isExhausted({ cancellation, run }: Call, thrown: unknown): boolean {
  return !isControl(thrown) && cancellation?.cancelled !== true && (run.attempt >= 2 || run.gaveUp);
}

/** Runs onGiveUp. A cancel may cut it short, but came too late to be the reason of the failure. */
function* giveUp(call: Call): Steps<void> {
  try {
    const givingUp = runRow(call, call.plan.stages.onGiveUp);
    if (givingUp !== undefined) yield* givingUp;
  } catch (thrown) {
    if (!isCancelError(call, thrown)) throw thrown;
  }
}

/**
 * Runs `exec` inside its wrappers, the highest priority outermost; a promise only if one of them waits. A wrapper may
 * swallow a respond or an abort, or throw something else instead: the call does not.
 */
export function runAround(call: Call, { hooks }: PlannedRow, exec: () => unknown): unknown {
  return drive(wrapped(call, hooks, exec));
}

function* wrapped(call: Call, planned: readonly PlannedHook[], exec: () => unknown): Steps<unknown> {
  const hooks = planned[0]?.filtered === undefined ? planned : yield* askFilters(call, planned);
  const chain = hooks.reduceRight<Inner>((inner, hook) => (isGone) => runWrapper(call, hook, inner, isGone), exec);
  try {
    const output = yield chain(() => false);
    if (call.run.final !== undefined) throw call.run.final;
    return output;
  } catch (thrown) {
    throw isCancelError(call, thrown) ? thrown : (call.run.final ?? thrown);
  }
}

/** True once a wrapper further out has settled, so that nobody waits any more. */
type IsGone = () => boolean;
type Inner = (isGone: IsGone) => unknown;

/** One wrapper, and how far its `next()` has come. */
interface Wrapper {
  readonly call: Call;
  readonly hook: PlannedHook;
  readonly inner: Inner;
  readonly isGone: IsGone;
  /** True while its `next()` runs. */
  running: boolean;
  settled: boolean;
  /** Result of the latest `next()` that completed. */
  inside: { readonly result: unknown } | undefined;
}

function runWrapper(call: Call, hook: PlannedHook, inner: Inner, isOuterGone: IsGone): unknown {
  const isGone = () => wrapper.settled || isOuterGone();
  const wrapper: Wrapper = { call, hook, inner, isGone, running: false, settled: false, inside: undefined };
  enterStep(call, hook);
  const startMs = suspendStep(call);
  const end = (returned: unknown): unknown => {
    traceEnd(call, hook, startMs, 'ok');
    settle(wrapper);
    // A wrapper that forgets to return keeps what the inner step gave.
    return returned === undefined && wrapper.inside !== undefined ? wrapper.inside.result : returned;
  };
  const fail = (thrown: unknown): never => {
    noteCallInfo(call, thrown, hook);
    traceEnd(call, hook, startMs, resultOf(thrown));
    settle(wrapper);
    throw thrown;
  };
  let wrapping: unknown;
  try {
    wrapping = call.hooks[hook.slot]?.aroundExecute?.(
      call.ctx,
      () => next(wrapper),
      () => nextNow(wrapper),
    );
  } catch (thrown) {
    return fail(thrown);
  }
  if (!isThenable(wrapping)) return end(wrapping);
  return Promise.resolve(raceCancel(call, wrapping, { stage: 'aroundExecute', hook: hook.name })).then(end, fail);
}

function settle(wrapper: Wrapper): void {
  wrapper.settled = true;
  if (wrapper.running) abandonAttempt(wrapper.call);
}

/** Goes on inwards for a wrapper: once at a time, and as often as it likes. */
function next(wrapper: Wrapper): Promise<unknown> {
  try {
    return observed(wrapper, Promise.resolve(nextResult(wrapper)));
  } catch (thrown) {
    return observed(wrapper, rejectSoon(thrown));
  }
}

/** Goes on inwards for a wrapper that does not wait for what is here already. */
function nextNow(wrapper: Wrapper): unknown {
  const result = nextResult(wrapper);
  return isThenable(result) ? observed(wrapper, Promise.resolve(result)) : result;
}

function nextResult(wrapper: Wrapper): unknown {
  assertMayGoOn(wrapper);
  wrapper.call.stepEndMs = -1;
  wrapper.running = true;
  const complete = (result: unknown): unknown => {
    wrapper.running = false;
    wrapper.inside = { result };
    return result;
  };
  const fail = (thrown: unknown): never => {
    wrapper.running = false;
    const { run } = wrapper.call;
    if (!wrapper.isGone() && isControl(thrown) && thrown.kind !== 'retryAfter') run.final ??= thrown;
    throw thrown;
  };
  let result: unknown;
  try {
    result = wrapper.inner(wrapper.isGone);
  } catch (thrown) {
    return fail(thrown);
  }
  return isThenable(result) ? result.then(complete, fail) : complete(result);
}

function assertMayGoOn({ call, hook: { name: hook }, isGone, running }: Wrapper): void {
  if (isGone()) throw coreErrors.create('CALL_NEXT_AFTER_SETTLE', { hook });
  if (running) throw coreErrors.create('CALL_NEXT_CONCURRENT', { hook });
  if (call.run.final !== undefined) throw call.run.final;
  throwIfCancelled(call);
}

/** A wrapper may turn away from its `next()`: what comes of it then is dropped, and a failure is still reported. */
function observed(wrapper: Wrapper, running: Promise<unknown>): Promise<unknown> {
  running.catch((thrown: unknown) => {
    const { call, hook, settled } = wrapper;
    if (settled) reportFrom(call, thrown, { stage: hook.stage, hook: hook.name });
  });
  return running;
}
