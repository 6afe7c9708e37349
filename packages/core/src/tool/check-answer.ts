import { andThen, type MaybePromise } from '../async/maybe-promise.js';
import { answersEarly } from './stage-rules.js';
import type { ToolRecord } from '../contract/tool.js';
import { toFailure } from '../envelope/to-tool-response.js';
import type { ToolResponse } from '../contract/tool-response.js';
import type { CheckResult } from '../schema/json-schema/compile-json-schema.js';
import { compileOutputCheck, type SchemaCheck } from '../schema/compile-tool-schema.js';
import { outputInvalid } from '../errors/call-errors.js';

/** An answer, and whether it may go out as what the tool's output schema promises. */
export interface CheckedAnswer {
  readonly response: ToolResponse;
  readonly structured: boolean;
}

const checks = new WeakMap<object, SchemaCheck>();

/**
 * For doors that promise a schema: presentation hooks and early answers pass no output check, so that what does not fit
 * must be caught here. A result becomes INTERNAL; a challenge or another early answer goes out as plain content.
 */
export function checkAnswer(tool: ToolRecord, response: ToolResponse): MaybePromise<CheckedAnswer> {
  // A result that was cut because of its size is only its beginning, and says so.
  const isWhole = response.ok && response.meta['truncated'] !== true;
  if (!isWhole || tool.outputSchema === undefined) return { response, structured: false };
  const check = checkOf(tool.outputSchema);
  // The common case: it fits as it is.
  if (check.fitsPlainly?.(response.data) === true) return { response, structured: true };
  const result = check(response.data);
  return andThen(result, (done) => judge(tool, response, done));
}

function judge(tool: ToolRecord, response: ToolResponse, result: CheckResult): CheckedAnswer {
  if (result.ok && response.ok)
    return { response: Object.freeze({ ...response, data: result.value }), structured: true };
  if (result.ok || answersEarly(response.meta['respondedAt'])) return { response, structured: false };
  const error = outputInvalid(tool, result.issues, response.meta['cacheHit'] !== true);
  return { response: toFailure(error, response.intents, response.meta), structured: false };
}

function checkOf(schema: NonNullable<ToolRecord['outputSchema']>): SchemaCheck {
  let known = checks.get(schema);
  if (known === undefined) checks.set(schema, (known = compileOutputCheck(schema)));
  return known;
}
