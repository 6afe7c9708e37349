import { inputInvalid, outputInvalid } from './call-errors.js';
import { assign, replaceLastOutput } from './history.js';
import type { Invocation, Position } from './invocation.js';
import { copyPlain } from '../json/copy-json.js';
import { acceptanceOf } from '../schema/sealed-json.js';
import { traceEnd, traceStart } from './trace.js';
import { whileWanted } from './while-wanted.js';
import type { CheckResult } from '../schema/json-schema/compile-json-schema.js';

const checkingInput: Position = Object.freeze({ stage: 'inputCheck', name: '' });
const checkingOutput: Position = Object.freeze({ stage: 'outputCheck', name: '' });

/** The input check: from here on the input is typed, with defaults filled in. */
export function checkInput(inv: Invocation): Promise<void> | undefined {
  if (inv.options.schemaMode === 'hooks') {
    inv.input = inv.ctx.input;
    return undefined;
  }
  inv.at = checkingInput;
  const startMs = traceStart(inv);
  const { checkInput: check } = inv.plan;
  const known = acceptanceOf(inv.input, check);
  // Checked before, and frozen since; the tool gets a copy, which it may change.
  if (known !== undefined) {
    if (inv.trace !== undefined) traceEnd(inv, 'inputCheck', '', startMs, 'ok');
    const { value, stripped } = known.made ?? { value: inv.input, stripped: inv.strippedArgs };
    inv.strippedArgs = stripped;
    assign(inv, 'input', copyPlain(value));
    return undefined;
  }
  // The common case: nothing to fill in and nothing to say. A copy, since the caller's object is not the tool's to change.
  if (check.fitsPlainly?.(inv.input) === true) {
    if (inv.trace !== undefined) traceEnd(inv, 'inputCheck', '', startMs, 'ok');
    assign(inv, 'input', copyPlain(inv.input));
    return undefined;
  }
  const result = check(inv.input);
  if (result instanceof Promise) return finishLater(inv, result, (done) => takeInput(inv, done, startMs));
  takeInput(inv, result, startMs);
  return undefined;
}

/** The output check: what the schema does not declare is left out. */
export function checkOutput(inv: Invocation): Promise<void> | undefined {
  const { checkOutput: check } = inv.plan;
  if (check === undefined || !inv.checksOutput || inv.options.schemaMode === 'hooks') return undefined;
  inv.at = checkingOutput;
  const startMs = traceStart(inv);
  if (check.fitsPlainly?.(inv.output) === true) {
    if (inv.trace !== undefined) traceEnd(inv, 'outputCheck', '', startMs, 'ok');
    return undefined;
  }
  const result = check(inv.output);
  if (result instanceof Promise) return finishLater(inv, result, (done) => takeOutput(inv, done, startMs));
  takeOutput(inv, result, startMs);
  return undefined;
}

async function finishLater(
  inv: Invocation,
  result: Promise<CheckResult>,
  take: (done: CheckResult) => void,
): Promise<void> {
  take(await whileWanted(inv, result));
}

function takeInput(inv: Invocation, result: CheckResult, startMs: number): void {
  if (inv.trace !== undefined) traceEnd(inv, 'inputCheck', '', startMs, result.ok ? 'ok' : 'threw');
  if (!result.ok) throw inputInvalid(inv.tool, result.issues);
  inv.strippedArgs = result.stripped;
  assign(inv, 'input', result.value);
}

function takeOutput(inv: Invocation, result: CheckResult, startMs: number): void {
  if (inv.trace !== undefined) traceEnd(inv, 'outputCheck', '', startMs, result.ok ? 'ok' : 'threw');
  if (!result.ok) throw outputInvalid(inv.tool, result.issues, inv.executeBegan);
  replaceLastOutput(inv, result.value);
}
