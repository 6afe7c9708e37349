import { isControl } from '../errors/control.js';
import { coreErrors } from '../errors/core-errors.js';
import { abandonAttempt } from './attempt.js';
import { noteCallInfo } from './call-info.js';
import { keepHooks } from './filter-hooks.js';
import type { PlannedHook } from './life-step.js';
import type { Invocation } from './invocation.js';
import { reportFrom } from './report.js';
import { isThenable } from './thenable.js';
import { resultOf, traceEnd, traceStart } from './trace.js';
import { assertWanted, isCancelError, whileWanted } from './while-wanted.js';

/** Whether a wrapper further out has settled, so that nobody waits any more. */
type Gone = () => boolean;
type Inner = (gone: Gone) => unknown;

/** Runs `exec` inside its wrappers, the highest priority outermost. */
export async function runAround(
  inv: Invocation,
  planned: readonly PlannedHook[],
  exec: () => unknown,
): Promise<unknown> {
  const kept = keepHooks(inv, 'aroundExecute', planned);
  const hooks = kept instanceof Promise ? await kept : kept;
  const chain = hooks.reduceRight<Inner>((inner, hook) => (gone) => runWrapper(inv, hook, inner, gone), exec);
  try {
    const result = await chain(() => false);
    if (inv.final === undefined) return result;
  } catch (thrown) {
    if (inv.final === undefined || isCancelError(inv, thrown)) throw thrown;
  }
  // A wrapper may swallow a respond or an abort, or throw something else; the call does not.
  throw inv.final;
}

async function runWrapper(inv: Invocation, hook: PlannedHook, inner: Inner, outerGone: Gone): Promise<unknown> {
  const inside = { running: false, settled: false, completed: false, result: undefined as unknown };
  const gone = () => inside.settled || outerGone();
  const next = async (): Promise<unknown> => {
    if (gone()) throw coreErrors.create('CALL_NEXT_AFTER_SETTLE', { hook: hook.name });
    if (inside.running) throw coreErrors.create('CALL_NEXT_CONCURRENT', { hook: hook.name });
    if (inv.final !== undefined) throw inv.final;
    assertWanted(inv);
    inside.running = true;
    try {
      inside.result = await inner(gone);
      inside.completed = true;
      return inside.result;
    } catch (thrown) {
      if (!gone() && isControl(thrown) && thrown.kind !== 'retryAfter') inv.final ??= thrown;
      throw thrown;
    } finally {
      inside.running = false;
    }
  };
  const startMs = traceStart(inv);
  try {
    inv.step = 'aroundExecute';
    inv.hook = hook.name;
    const wrapping = inv.hooks[hook.slot]?.aroundExecute?.(inv.ctx, () => observed(inv, hook, inside, next()));
    const returned = isThenable(wrapping)
      ? await whileWanted(inv, wrapping, { stage: 'aroundExecute', hook: hook.name })
      : wrapping;
    traceEnd(inv, 'aroundExecute', hook.name, startMs, 'ok');
    // A wrapper that forgets to return keeps what the inner step gave.
    return returned === undefined && inside.completed ? inside.result : returned;
  } catch (thrown) {
    noteCallInfo(inv, thrown, 'aroundExecute', hook.name);
    traceEnd(inv, 'aroundExecute', hook.name, startMs, resultOf(thrown));
    throw thrown;
  } finally {
    inside.settled = true;
    if (inside.running) abandonAttempt(inv);
  }
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
