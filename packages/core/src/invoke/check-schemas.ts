import type { Steps } from '../async/drive.js';
import { isPending, type MaybePromise } from '../async/maybe-promise.js';
import { inputInvalid, outputInvalid } from '../errors/call-errors.js';
import { copyPlain } from '../json/copy-json.js';
import type { CheckResult } from '../schema/json-schema/compile-json-schema.js';
import { acceptanceOf } from '../schema/sealed-json.js';
import { raceCancel, throwIfCancelled } from './cancellation.js';
import type { Call, Position } from './context/call.js';
import { assign, replaceLastOutput } from './context/history.js';
import type { Rest } from './stage.js';
import { enterStep, leaveStep, suspendStep, traceEnd } from './trace.js';

const checkingInput: Position = Object.freeze({ stage: 'inputCheck', name: '' });
const checkingOutput: Position = Object.freeze({ stage: 'outputCheck', name: '' });

/** The input check: from here on the input is typed, with defaults filled in. There is a rest only if the schema gives a promise. */
export function checkInput(call: Call): Rest {
  const { values, plan, options, ctx } = call;
  throwIfCancelled(call);
  if (options.schemaMode === 'hooks') {
    values.input = ctx.input;
    return undefined;
  }
  enterStep(call, checkingInput);
  const { checkInput: check } = plan;
  const known = acceptanceOf(values.input, check);
  // Checked before, and frozen since; the tool gets a copy, which it may change.
  if (known !== undefined) {
    if (known.made !== undefined) values.strippedArgs = known.made.stripped;
    return acceptInput(call, copyPlain(known.made === undefined ? values.input : known.made.value));
  }
  // The common case: nothing to fill in and nothing to say. A copy, since the caller's object is not the tool's to change.
  if (check.fitsPlainly?.(values.input) === true) return acceptInput(call, copyPlain(values.input));
  return settle(call, check(values.input), takeInput);
}

function acceptInput(call: Call, value: unknown): undefined {
  leaveStep(call, 'ok');
  assign(call, 'input', value);
  return undefined;
}

/** The output check: what the schema does not declare is left out. There is a rest only if the schema gives a promise. */
export function checkOutput(call: Call): Rest {
  const { values, plan, options } = call;
  const { checkOutput: check } = plan;
  throwIfCancelled(call);
  if (check === undefined || !values.checksOutput || options.schemaMode === 'hooks') return undefined;
  enterStep(call, checkingOutput);
  if (check.fitsPlainly?.(values.output) === true) {
    leaveStep(call, 'ok');
    return undefined;
  }
  return settle(call, check(values.output), takeOutput);
}

type Take = (call: Call, result: CheckResult) => void;

function settle(call: Call, result: MaybePromise<CheckResult>, take: Take): Rest {
  if (isPending(result)) return settleLater(call, result, take);
  leaveStep(call, result.ok ? 'ok' : 'threw');
  take(call, result);
  return undefined;
}

function* settleLater(call: Call, pending: Promise<CheckResult>, take: Take): Steps<void> {
  const { at } = call;
  const startMs = suspendStep(call);
  const result = (yield raceCancel(call, pending)) as CheckResult;
  traceEnd(call, at, startMs, result.ok ? 'ok' : 'threw');
  take(call, result);
}

function takeInput(call: Call, result: CheckResult): void {
  if (!result.ok) throw inputInvalid(call.tool, result.issues);
  call.values.strippedArgs = result.stripped;
  assign(call, 'input', result.value);
}

function takeOutput(call: Call, result: CheckResult): void {
  if (!result.ok) throw outputInvalid(call.tool, result.issues, call.run.began);
  replaceLastOutput(call, result.value);
}
