import type { Outcome } from '../contract/outcome.js';
import { answersEarly, toolPreStages, type ToolHookStage } from '../contract/stage.js';
import { isControl, type ControlSignal } from '../errors/control.js';
import { runAround } from './around.js';
import { runAttempt } from './attempt.js';
import { runBindProviders } from './bind-providers.js';
import { callInfo } from './call-info.js';
import { noteAcquireStarted } from './capacity.js';
import { checkInput, checkOutput } from './check-schemas.js';
import { closeCall, finish } from './finish.js';
import { liveError } from './live-error.js';
import type { Invocation } from './invocation.js';
import { runStage } from './run-stage.js';
import { keepSafeInput } from './safe-history.js';
import { clearOutput, shapeOutput } from './shape-output.js';
import { isThenable } from './thenable.js';
import { assertWanted, isCancelError, unlessCancelled } from './while-wanted.js';

const success: Outcome = Object.freeze({ kind: 'success' });

/**
 * The life of one call.
 *
 *     context ▸ bind ▸ policy ▸ capacity ▸ input ▸ cache ▸ around(execute) ▸ post ▸ finalize
 *                                                                └─ a failure ▸ error line ▸ finalize
 */
async function liveWithHooks(inv: Invocation): Promise<unknown> {
  try {
    await before(inv);
    await run(inv);
    inv.outcome = success;
  } catch (caught) {
    return liveOn(inv, caught);
  }
  return answer(inv);
}

/** Gives the output of a call, or a promise of it if anything on the way was asynchronous. */
export function live(inv: Invocation): unknown {
  if (inv.plan.hasHooks) return liveWithHooks(inv);
  try {
    const output = liveBare(inv);
    return isThenable(output) ? output.then(undefined, (caught: unknown) => liveOn(inv, caught)) : output;
  } catch (caught) {
    return liveOn(inv, caught);
  }
}

/** After something was thrown: a respond is an answer like any other, all else goes to the error line. */
async function liveOn(inv: Invocation, caught: unknown): Promise<unknown> {
  const thrown = inv.step === 'onGiveUp' ? caught : unlessCancelled(inv, caught);
  if (!isRespond(thrown)) return liveError(inv, inv.step === 'outputCheck' ? clearOutput(inv, thrown) : thrown);
  noteResponse(inv, thrown);
  return answer(inv);
}

/** post ▸ finalize. */
async function answer(inv: Invocation): Promise<unknown> {
  try {
    await shapeOutput(inv, true);
  } catch (thrown) {
    return liveError(inv, clearOutput(inv, unlessCancelled(inv, thrown)));
  }
  return close(inv);
}

/** The common case, a call that no hook takes part in: check ▸ execute ▸ check, and nothing awaited that is there already. */
function liveBare(inv: Invocation): unknown {
  const checking = checkInput(inv);
  return checking === undefined ? runBare(inv) : checking.then(() => runBare(inv));
}

function runBare(inv: Invocation): unknown {
  inv.safeInput = inv.input;
  const running = runAttempt(inv);
  return isThenable(running) ? running.then(() => closeBare(inv)) : closeBare(inv);
}

function closeBare(inv: Invocation): unknown {
  assertWanted(inv);
  inv.outcome = success;
  const proving = checkOutput(inv);
  if (proving !== undefined) return proving.then(() => close(inv));
  finish(inv);
  const closing = closeCall(inv);
  return closing === undefined ? inv.output : closing.then(() => inv.output);
}

/** context ▸ bind ▸ policy ▸ capacity ▸ input ▸ cache. */
async function before(inv: Invocation): Promise<void> {
  for (const stage of toolPreStages) {
    assertWanted(inv);
    noteAcquireStarted(inv, stage);
    // A step that gave no promise is not awaited: here, and wherever steps follow each other.
    const running = stage === 'willReadCache' ? readCache(inv) : runStage(inv, stage);
    if (running !== undefined) await running;
    const own = ownStepAfter(inv, stage);
    if (own !== undefined) await own;
  }
  assertWanted(inv);
}

/** The steps of the engine itself, between the stages. */
function ownStepAfter(inv: Invocation, stage: ToolHookStage): Promise<void> | undefined {
  if (stage === 'didCreateInvokeContext') return runBindProviders(inv);
  if (stage === 'willParseInput') return checkInput(inv);
  if (stage === 'willRedactInput') keepSafeInput(inv);
  return undefined;
}

function readCache(inv: Invocation): Promise<void> | undefined {
  const { willReadCache, didCacheHit, didCacheMiss } = inv.plan.stages;
  if (willReadCache !== undefined || didCacheHit !== undefined) return readCacheWithHooks(inv);
  return didCacheMiss === undefined ? undefined : runStage(inv, 'didCacheMiss');
}

function readCacheWithHooks(inv: Invocation): Promise<void> | undefined {
  let reading: Promise<void> | undefined;
  try {
    reading = runStage(inv, 'willReadCache');
  } catch (thrown) {
    return answerHit(inv, thrown);
  }
  const goOn = () => tellCache(inv);
  return reading === undefined ? goOn() : reading.then(goOn, (thrown: unknown) => answerHit(inv, thrown));
}

/** A stored answer is a hit: told to those who count, then given like any other. */
async function answerHit(inv: Invocation, thrown: unknown): Promise<never> {
  if (!isRespond(thrown)) throw thrown;
  assertWanted(inv);
  inv.cacheHit = true;
  inv.outcome = { kind: 'responded', stage: 'willReadCache', cacheHit: true };
  await runStage(inv, 'didCacheHit');
  throw thrown;
}

/** Nobody has answered: a miss, or a hit that was only marked. */
function tellCache(inv: Invocation): Promise<void> | undefined {
  assertWanted(inv);
  const telling = runStage(inv, inv.cacheHit ? 'didCacheHit' : 'didCacheMiss');
  const forget = () => void (inv.cacheHit = false);
  return telling === undefined ? forget() : telling.then(forget);
}

/** aroundExecute( attempts ), or just the one attempt. */
async function run(inv: Invocation): Promise<void> {
  const wrappers = inv.plan.stages.aroundExecute;
  try {
    if (wrappers === undefined) {
      const running = runAttempt(inv);
      if (isThenable(running)) await running;
      return;
    }
    const output = await runAround(inv, wrappers, () => runAttempt(inv));
    inv.step = 'aroundExecute';
    if (output !== inv.output || !inv.outputAssigned) inv.ctx.output = output;
    assertWanted(inv);
  } catch (thrown) {
    if (!isExhausted(inv, thrown)) throw thrown;
    await giveUp(inv);
    throw thrown;
  }
}

/** The call fails anyway: a cancel may cut this short, but it came too late to be the reason. */
async function giveUp(inv: Invocation): Promise<void> {
  try {
    await runStage(inv, 'onGiveUp');
  } catch (thrown) {
    if (!isCancelError(inv, thrown)) throw thrown;
  }
}

function isExhausted(inv: Invocation, thrown: unknown): boolean {
  return !isControl(thrown) && inv.cancellation?.cancelled !== true && (inv.attempt >= 2 || inv.gaveUp);
}

/** audit ▸ metrics ▸ releases ▸ finalize: the outcome is fixed. */
async function close(inv: Invocation): Promise<unknown> {
  finish(inv);
  if (inv.plan.hasHooks) {
    try {
      const auditing = runStage(inv, 'willAudit');
      if (auditing !== undefined) await auditing;
    } catch (thrown) {
      return liveError(inv, clearOutput(inv, thrown), 'afterAudit');
    }
    const telling = runStage(inv, 'didAudit');
    if (telling !== undefined) await telling;
    const counting = runStage(inv, 'onMetrics');
    if (counting !== undefined) await counting;
  }
  // Fixed here: those who have the last word do not change the result.
  const { output } = inv;
  await closeCall(inv);
  return output;
}

function noteResponse(inv: Invocation, thrown: ControlSignal): void {
  const stage = (callInfo(thrown)?.stage ?? inv.step) as ToolHookStage | 'execute';
  inv.checksOutput = !answersEarly(stage);
  inv.outcome = { kind: 'responded', stage, cacheHit: inv.cacheHit };
}

function isRespond(thrown: unknown): thrown is ControlSignal {
  return isControl(thrown) && thrown.kind === 'respond';
}
