import { isControl } from '../errors/control.js';
import { runAround } from './around.js';
import { runAttempt } from './attempt.js';
import type { Invocation } from './invocation.js';
import { runStage } from './run-stage.js';
import { assertWanted, isCancelError } from './while-wanted.js';

/** aroundExecute( attempts ). */
export async function runBody(inv: Invocation): Promise<void> {
  try {
    const output = await runAround(inv, inv.plan.stages.aroundExecute ?? [], () => runAttempt(inv));
    inv.step = 'aroundExecute';
    if (output !== inv.output || !inv.outputAssigned) inv.ctx.output = output;
    assertWanted(inv);
  } catch (thrown) {
    if (isExhausted(inv, thrown)) await giveUp(inv, thrown);
    throw thrown;
  }
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
