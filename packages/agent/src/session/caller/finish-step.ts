import type { Json } from '@helve/core';
import type { ProviderCall, ToolResultMessage } from '../../contract/transport.js';
import type { AnsweredCall } from '../call/call-answer.js';
import type { SessionCore } from '../session-core.js';
import { isLeftToCaller } from './caller-answer.js';
import { dropWaiting } from './open-answers.js';

/** A step whose tools have answered. */
export interface AnsweredStep {
  readonly calls: readonly ProviderCall[];
  readonly answers: readonly AnsweredCall[];
  /** Results of calls that are not of tools. */
  readonly given: readonly ToolResultMessage[];
}

/**
 * Sends the results of a step, unless calls of it are left to the caller: then they wait with the session, and true is
 * returned. A turn that is over waits for nobody.
 */
export async function finishStep(core: SessionCore, step: AnsweredStep, isOver: boolean): Promise<boolean> {
  const { calls, answers, given } = step;
  const left = answers.filter(({ response }) => isLeftToCaller(response));
  const results = [...answers.filter((answer) => !left.includes(answer)).map(toMessage), ...given];
  if (left.length === 0) {
    await core.transport.sendToolResults(results, { ask: false });
    return false;
  }
  // Arguments came over the wire as JSON.
  const open = left.map(({ call, tool, input }) => ({ callId: call.id, tool, input: (input ?? null) as Json }));
  core.memory.waiting = { calls, results, open };
  if (!isOver) return true;
  await dropWaiting(core);
  return false;
}

function toMessage({ call: { id, name }, response: result }: AnsweredCall): ToolResultMessage {
  return { id, name, result };
}
