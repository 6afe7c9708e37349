import { isControl } from '../errors/control.js';
import { coreErrors } from '../errors/core-errors.js';
import { abandonAttempt } from './attempt.js';
import { noteCallInfo } from './call-info.js';
import { keepHooks } from './filter-hooks.js';
import type { PlannedHook } from './life-step.js';
import type { Invocation } from './invocation.js';
import { rejectSoon } from './reject-soon.js';
import { reportFrom } from './report.js';
import { isThenable } from '../async/maybe-promise.js';
import { resultOf, traceEnd, traceGap, traceStart } from './trace.js';
import { assertWanted, isCancelError, whileWanted } from './while-wanted.js';

/** Whether a wrapper further out has settled, so that nobody waits any more. */
type Gone = () => boolean;
type Inner = (gone: Gone) => unknown;

const staysThere: Gone = () => false;

/**
 * Runs `exec` inside its wrappers, the highest priority outermost; `unlessFinal` and `decisive` say what counts of that.
 * A promise only if one of them waits, and no async functions: each would add as much again to every call with a wrapper.
 */
export function runAround(inv: Invocation, planned: readonly PlannedHook[], exec: () => unknown): unknown {
  const kept = keepHooks(inv, 'aroundExecute', planned);
  return kept instanceof Promise ? kept.then((hooks) => runChain(inv, hooks, exec)) : runChain(inv, kept, exec);
}

function runChain(inv: Invocation, hooks: readonly PlannedHook[], exec: () => unknown): unknown {
  const chain = hooks.reduceRight<Inner>((inner, hook) => (gone) => runWrapper(inv, hook, inner, gone), exec);
  return chain(staysThere);
}

/** A wrapper may swallow a respond or an abort; the call does not. */
export function unlessFinal(inv: Invocation, result: unknown): unknown {
  if (inv.final !== undefined) throw inv.final;
  return result;
}

/** Or it may throw something else instead. */
export function decisive(inv: Invocation, thrown: unknown): unknown {
  return inv.final === undefined || isCancelError(inv, thrown) ? thrown : inv.final;
}

/** What one wrapper has made of its `next()` so far. */
interface Inside {
  running: boolean;
  /** The wrapper has gone. */
  settled: boolean;
  completed: boolean;
  result: unknown;
}

function runWrapper(inv: Invocation, hook: PlannedHook, inner: Inner, outerGone: Gone): unknown {
  const inside: Inside = { running: false, settled: false, completed: false, result: undefined };
  const gone = () => inside.settled || outerGone();
  const startMs = traceStart(inv);
  const end = (returned: unknown): unknown => {
    traceEnd(inv, 'aroundExecute', hook.name, startMs, 'ok');
    leave(inv, inside);
    // A wrapper that forgets to return keeps what the inner step gave.
    return returned === undefined && inside.completed ? inside.result : returned;
  };
  const fail = (thrown: unknown): never => {
    noteCallInfo(inv, thrown, 'aroundExecute', hook.name);
    traceEnd(inv, 'aroundExecute', hook.name, startMs, resultOf(thrown));
    leave(inv, inside);
    throw thrown;
  };
  let wrapping: unknown;
  try {
    inv.at = hook;
    wrapping = inv.hooks[hook.slot]?.aroundExecute?.(
      inv.ctx,
      () => observed(inv, hook, inside, next(inv, hook, inside, inner, gone)),
      () => nextNow(inv, hook, inside, inner, gone),
    );
  } catch (thrown) {
    return fail(thrown);
  }
  if (!isThenable(wrapping)) return end(wrapping);
  return Promise.resolve(whileWanted(inv, wrapping, { stage: 'aroundExecute', hook: hook.name })).then(end, fail);
}

function leave(inv: Invocation, inside: Inside): void {
  inside.settled = true;
  if (inside.running) abandonAttempt(inv);
}

/** What a wrapper calls to go on inwards: once at a time, and as often as it likes. */
function next(inv: Invocation, hook: PlannedHook, inside: Inside, inner: Inner, gone: Gone): Promise<unknown> {
  try {
    return completed(inv, inside, gone, Promise.resolve(goOn(inv, hook, inside, inner, gone)));
  } catch (thrown) {
    return rejectSoon(thrown);
  }
}

/** The same for a wrapper that does not wait for what is there already. */
function nextNow(inv: Invocation, hook: PlannedHook, inside: Inside, inner: Inner, gone: Gone): unknown {
  const result = goOn(inv, hook, inside, inner, gone);
  if (isThenable(result)) return observed(inv, hook, inside, completed(inv, inside, gone, result));
  return complete(inside, result);
}

function goOn(inv: Invocation, hook: PlannedHook, inside: Inside, inner: Inner, gone: Gone): unknown {
  assertMayGoOn(inv, hook, inside, gone);
  traceGap(inv);
  inside.running = true;
  try {
    return inner(gone);
  } catch (thrown) {
    throw failInside(inv, inside, gone, thrown);
  }
}

function completed(inv: Invocation, inside: Inside, gone: Gone, running: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(running).then(
    (result) => complete(inside, result),
    (thrown: unknown) => {
      throw failInside(inv, inside, gone, thrown);
    },
  );
}

function complete(inside: Inside, result: unknown): unknown {
  inside.running = false;
  inside.completed = true;
  return (inside.result = result);
}

function failInside(inv: Invocation, inside: Inside, gone: Gone, thrown: unknown): unknown {
  inside.running = false;
  if (!gone() && isControl(thrown) && thrown.kind !== 'retryAfter') inv.final ??= thrown;
  return thrown;
}

function assertMayGoOn(inv: Invocation, { name: hook }: PlannedHook, inside: Inside, gone: Gone): void {
  if (gone()) throw coreErrors.create('CALL_NEXT_AFTER_SETTLE', { hook });
  if (inside.running) throw coreErrors.create('CALL_NEXT_CONCURRENT', { hook });
  if (inv.final !== undefined) throw inv.final;
  assertWanted(inv);
}

/** A wrapper may turn away from its `next()`: what comes of it then is dropped, and a failure is still heard of. */
function observed(
  inv: Invocation,
  hook: PlannedHook,
  inside: { readonly settled: boolean },
  running: Promise<unknown>,
): Promise<unknown> {
  running.catch((thrown: unknown) => {
    if (inside.settled) reportFrom(inv, thrown, { stage: 'aroundExecute', hook: hook.name });
  });
  return running;
}
