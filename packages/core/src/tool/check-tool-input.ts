import { andThen, type MaybePromise } from '../async/maybe-promise.js';
import type { Issue } from '../contract/issue.js';
import type { ToolRecord } from '../contract/tool.js';
import { compileInputCheck, type SchemaCheck, type UnknownArgs } from '../schema/compile-tool-schema.js';
import type { CheckResult } from '../schema/json-schema/compile-json-schema.js';
import { noteAcceptance, toSealed, type Acceptance } from '../schema/sealed-json.js';

/** Checks a value as the input check of a tool does, without calling the tool. */
export async function checkToolInput(tool: Pick<ToolRecord, 'inputSchema'>, input: unknown): Promise<CheckResult> {
  return compileInputCheck(tool.inputSchema, 'reject')(input);
}

/** An input that was taken: what to call the tool with, and what the tool will get. */
export type InputVerdict =
  | { readonly ok: true; readonly input: unknown; readonly value: unknown; readonly stripped: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * The input check of a tool, as a call asks it, that remembers what it takes: a call with the returned `input`, which is
 * frozen all the way down, does not ask again. What holds more than JSON is checked each time, since it could change.
 */
export function compileInputAcceptor(
  { inputSchema }: ToolRecord,
  unknownArgs: UnknownArgs = 'reject',
): (input: unknown) => MaybePromise<InputVerdict> {
  const check = compileInputCheck(inputSchema, unknownArgs);
  const asItIs: Acceptance = { check };
  return (input) => {
    const sealed = toSealed(input);
    // The common case: the tool gets what was sent.
    if (sealed !== undefined && check.fitsPlainly?.(sealed) === true) {
      noteAcceptance(sealed, asItIs);
      return { ok: true, input: sealed, value: sealed, stripped: nothing };
    }
    const result = check(sealed ?? input);
    return andThen(result, (done) => settle(check, sealed, input, done));
  };
}

const nothing: readonly string[] = Object.freeze([]);

function settle(check: SchemaCheck, sealed: object | undefined, input: unknown, result: CheckResult): InputVerdict {
  if (!result.ok) return result;
  const { value: given, stripped } = result;
  const value = toSealed(given);
  if (sealed === undefined || value === undefined) return { ok: true, input: sealed ?? input, value: given, stripped };
  noteAcceptance(sealed, { check, made: { value, stripped: Object.freeze(stripped) } });
  return { ok: true, input: sealed, value, stripped };
}
