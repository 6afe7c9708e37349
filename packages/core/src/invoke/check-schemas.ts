import { isPending } from '../async/maybe-promise.js';
import { inputInvalid, outputInvalid } from '../errors/call-errors.js';
import { copyPlain } from '../json/copy-json.js';
import type { CheckResult } from '../schema/json-schema/compile-json-schema.js';
import { acceptanceOf } from '../schema/sealed-json.js';
import { raceCancel, throwIfCancelled } from './cancel/race-cancel.js';
import type { Call, Position } from './context/call.js';
import { assign, replaceLastOutput } from './context/history.js';
import { enterStep, leaveStep, suspendStep, traceEnd } from './trace.js';

const checkingInput: Position = Object.freeze({ stage: 'inputCheck', name: '' });
const checkingOutput: Position = Object.freeze({ stage: 'outputCheck', name: '' });

/** The input check: from here on the input is typed, with defaults filled in. A promise only if the schema gives one. */
export function checkInput(call: Call): PromiseLike<void> | undefined {
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

/** The output check: what the schema does not declare is left out. A promise only if the schema gives one. */
export function checkOutput(call: Call): PromiseLike<void> | undefined {
  const { values, plan, options } = call;
  const { checkOutput: check } = plan;
  if (check === undefined || !values.checksOutput || options.schemaMode === 'hooks') return undefined;
  enterStep(call, checkingOutput);
  if (check.fitsPlainly?.(values.output) === true) {
    leaveStep(call, 'ok');
    return undefined;
  }
  return settle(call, check(values.output), takeOutput);
}

type Take = (call: Call, result: CheckResult) => void;

function settle(call: Call, result: CheckResult | Promise<CheckResult>, take: Take): PromiseLike<void> | undefined {
  const { at } = call;
  const startMs = suspendStep(call);
  const end = (done: CheckResult): void => {
    if (startMs >= 0) traceEnd(call, at, startMs, done.ok ? 'ok' : 'threw');
    take(call, done);
  };
  if (isPending(result)) return raceCancel(call, result).then(end);
  end(result);
  return undefined;
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
