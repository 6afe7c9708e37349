import type { ToolHookStage } from '../contract/stage.js';
import { answersEarly } from '../tool/stage-rules.js';
import { isControl, type ControlRespond } from '../errors/control.js';
import { failBody, runAttempt } from './attempt.js';
import { stepOf } from './call-info.js';
import { checkInput, checkOutput } from './check-schemas.js';
import { closeCall, finish } from './finish.js';
import { clearOutput } from './history.js';
import { liveError, unlessFailed } from './live-error.js';
import type { Invocation } from './invocation.js';
import type { LifeStep } from './life-step.js';
import { success } from './plan-life.js';
import { giveUp, isExhausted } from './run-body.js';
import { runStage } from './run-stage.js';
import { isThenable } from '../async/maybe-promise.js';
import { traceGap } from './trace.js';
import { thrownInside, walkUntilThrown } from './walk.js';
import { assertWanted, unlessCancelled } from './while-wanted.js';

/**
 * The life of one call: its output, a promise of it if anything on the way was asynchronous, or `failed` if it was not.
 *
 *     context ▸ bind ▸ policy ▸ capacity ▸ input ▸ cache ▸ around(execute) ▸ post ▸ finalize
 *                  └─ an answer on the way ─────────────────────────────▸ post
 *                  └─ a failure ▸ error line ▸ finalize
 */
export function live(inv: Invocation): unknown {
  return inv.plan.hasHooks ? liveAlong(inv, inv.plan.life.steps) : liveBare(inv);
}

/** Under hooks: along the steps of the plan. */
function liveAlong(inv: Invocation, steps: readonly LifeStep[]): unknown {
  try {
    const walking = walkUntilThrown(inv, steps, 0);
    if (walking === undefined) return inv.result;
    if (walking === thrownInside) return liveOn(inv, inv.thrown);
    return walking.then(
      () => inv.result,
      (caught: unknown) => liveOnLater(inv, caught),
    );
  } catch (caught) {
    return liveOn(inv, caught);
  }
}

/** After something was thrown: a respond is an answer like any other, all else goes to the error line. */
function liveOn(inv: Invocation, caught: unknown): unknown {
  traceGap(inv);
  if (inv.attempting) {
    failBody(inv, caught);
    if (isExhausted(inv, caught)) return giveUp(inv, caught).catch((thrown: unknown) => liveOnLater(inv, thrown));
  }
  if (inv.durationMs !== undefined) return liveError(inv, clearOutput(inv, caught), 'afterAudit');
  const thrown = inv.step === 'onGiveUp' ? caught : unlessCancelled(inv, caught);
  if (inv.answered || inv.step === 'outputCheck') return liveError(inv, clearOutput(inv, thrown));
  if (!isRespond(thrown)) return liveError(inv, thrown);
  return inv.step === 'willReadCache' ? answerHit(inv, thrown) : answer(inv, thrown);
}

/** The same for those who wait. */
function liveOnLater(inv: Invocation, caught: unknown): unknown {
  return unlessFailed(inv, liveOn(inv, caught));
}

/** A stored answer is a hit: told to those who count, then given like any other. */
function answerHit(inv: Invocation, stored: ControlRespond): unknown {
  inv.cacheHit = true;
  inv.outcome = { kind: 'responded', stage: 'willReadCache', cacheHit: true };
  try {
    const telling = runStage(inv, 'didCacheHit');
    if (telling === undefined) return answer(inv, stored);
    return telling.then(
      () => unlessFailed(inv, answer(inv, stored)),
      (caught: unknown) => liveOnLater(inv, caught),
    );
  } catch (caught) {
    return liveOn(inv, caught);
  }
}

/** post ▸ finalize. */
function answer(inv: Invocation, response: ControlRespond): unknown {
  const stage = (stepOf(response) ?? inv.step) as ToolHookStage | 'execute';
  inv.checksOutput = !answersEarly(stage);
  inv.outcome = { kind: 'responded', stage, cacheHit: inv.cacheHit };
  inv.answered = true;
  return inv.plan.hasHooks ? liveAlong(inv, inv.plan.life.answering) : proveBare(inv);
}

/** The common case, a call that no hook takes part in: check ▸ execute ▸ check, and nothing awaited that is there already. */
function liveBare(inv: Invocation): unknown {
  try {
    const checking = checkInput(inv);
    const output = checking === undefined ? runBare(inv) : checking.then(() => runBare(inv));
    return isThenable(output) ? output.then(undefined, (caught: unknown) => liveOnLater(inv, caught)) : output;
  } catch (caught) {
    return liveOn(inv, caught);
  }
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
  if (proving !== undefined) return proving.then(() => endBare(inv));
  return endBare(inv);
}

function endBare(inv: Invocation): unknown {
  finish(inv);
  const closing = closeCall(inv);
  return closing === undefined ? inv.result : closing.then(() => inv.result);
}

/** The answer of a tool that responds is checked like one that it returns. */
function proveBare(inv: Invocation): unknown {
  try {
    const proving = checkOutput(inv);
    if (proving === undefined) return endBare(inv);
    return proving.then(
      () => endBare(inv),
      (caught: unknown) => liveOnLater(inv, caught),
    );
  } catch (caught) {
    return liveOn(inv, caught);
  }
}

function isRespond(thrown: unknown): thrown is ControlRespond {
  return isControl(thrown) && thrown.kind === 'respond';
}
