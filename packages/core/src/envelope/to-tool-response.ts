import { frozenCopy } from '../json/deep-freeze.js';
import type { Intent } from '../contract/intent.js';
import { isPlainObject } from '../json/is-plain-object.js';
import { coreErrors } from '../errors/core-errors.js';
import { toErrorFacts, type ErrorFacts, type FailedCall } from '../errors/to-tool-error.js';
import type { ResponseMeta, ToolErrorBody, ToolResponse } from '../contract/tool-response.js';

const noIntents: readonly Intent[] = Object.freeze([]);

/** The end of a call: data, or something thrown. */
export type CallEnd =
  | { readonly data: unknown }
  | {
      readonly thrown: unknown;
      readonly call: FailedCall;
    };

/** The one mapping of how a call ended to the answer; no door has its own. */
export function toToolResponse(end: CallEnd, intents: readonly Intent[] | undefined, meta: ResponseMeta): ToolResponse {
  if ('data' in end) return toSuccess(end.data, intents, meta);
  return toFailure(errorOf(end.thrown, end.call), intents, meta);
}

/** Never throws: something thrown may throw again when it is looked at. */
export function errorOf(thrown: unknown, call: FailedCall): ErrorFacts {
  try {
    return toErrorFacts(thrown, call);
  } catch {
    const { toolId: tool, requestId: request, executeBegan: partialSideEffects } = call;
    return coreErrors.create('CALL_TOOL_FAILED', { tool, request }, { partialSideEffects });
  }
}

/** The envelope of a call that succeeded. */
export function toSuccess<Data>(
  data: Data,
  intents: readonly Intent[] | undefined,
  meta: ResponseMeta,
): ToolResponse<Data> {
  return Object.freeze({
    ok: true,
    data: data === undefined ? null : data,
    intents: freezeIntents(intents),
    meta: Object.freeze(meta),
  });
}

/** The envelope of a call that failed. */
export function toFailure(
  error: ErrorFacts,
  intents: readonly Intent[] | undefined,
  meta: ResponseMeta,
): ToolResponse<never> {
  return Object.freeze({
    ok: false,
    error: toErrorBody(error),
    intents: freezeIntents(intents),
    meta: Object.freeze(meta),
  });
}

function toErrorBody(error: ErrorFacts): ToolErrorBody {
  const { type, message, retryable, partialSideEffects, retryAfterMs } = error;
  const body: { -readonly [K in keyof ToolErrorBody]: ToolErrorBody[K] } = {
    type,
    message,
    retryable,
    partialSideEffects,
  };
  if (retryAfterMs !== undefined) body.retryAfterMs = retryAfterMs;
  const said = error.code === undefined ? error.details : { code: error.code, ...error.details };
  const details = said?.['issues'] === undefined || areIssues(said['issues']) ? said : withoutIssues(said);
  // A copy: what the author of the error put into its details stays theirs.
  if (details !== undefined && Object.keys(details).length > 0) body.details = frozenCopy(details);
  return Object.freeze(body);
}

/** Everybody who shows an error walks through its issues; what a tool calls so may be anything. */
function areIssues(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return value.every(
    (one) => isPlainObject(one) && typeof one['pointer'] === 'string' && typeof one['message'] === 'string',
  );
}

function withoutIssues({ issues: facts, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...rest, facts };
}

function freezeIntents(intents: readonly Intent[] | undefined): readonly Intent[] {
  return intents === undefined || intents.length === 0 ? noIntents : Object.freeze([...intents]);
}
