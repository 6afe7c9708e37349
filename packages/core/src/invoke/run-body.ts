import { isControl } from '../errors/control.js';
import { decisive, runAround, unlessFinal } from './around.js';
import { runAttempt } from './attempt.js';
import type { Invocation } from './invocation.js';
import { runStage } from './run-stage.js';
import { isThenable } from '../async/maybe-promise.js';
import { assertWanted, isCancelError } from './while-wanted.js';

/** aroundExecute( attempts ); a promise only if something is waited for. */
export function runBody(inv: Invocation): Promise<void> | undefined {
  let running: unknown;
  try {
    running = runAround(inv, inv.plan.stages.aroundExecute ?? [], () => runAttempt(inv));
  } catch (thrown) {
    return leaveBody(inv, decisive(inv, thrown));
  }
  if (!isThenable(running)) {
    takeOutput(inv, unlessFinal(inv, running));
    return undefined;
  }
  return Promise.resolve(running).then(
    (output) => takeOutput(inv, unlessFinal(inv, output)),
    (thrown: unknown) => leaveBody(inv, decisive(inv, thrown)),
  );
}

function leaveBody(inv: Invocation, thrown: unknown): Promise<never> {
  if (isExhausted(inv, thrown)) return giveUp(inv, thrown);
  throw thrown;
}

function takeOutput(inv: Invocation, output: unknown): void {
  inv.at = { stage: 'aroundExecute', name: inv.hook };
  if (output !== inv.output || !inv.outputAssigned) inv.ctx.output = output;
  assertWanted(inv);
}

/** The body has failed for good. A cancel may cut the last rites short, but it came too late to be the reason. */
export async function giveUp(inv: Invocation, thrown: unknown): Promise<never> {
  try {
    await runStage(inv, 'onGiveUp');
  } catch (later) {
    if (!isCancelError(inv, later)) throw later;
  }
  throw thrown;
}

/** Whether there will be no other attempt. */
export function isExhausted(inv: Invocation, thrown: unknown): boolean {
  return !isControl(thrown) && inv.cancellation?.cancelled !== true && (inv.attempt >= 2 || inv.gaveUp);
}
