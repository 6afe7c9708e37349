import { deepFreeze } from '../contract/deep-freeze.js';
import type { Intent } from '../contract/intent.js';
import type { ToolError } from '../errors/tool-error.js';
import type { ResponseMeta, ToolErrorBody, ToolResponse } from './tool-response.js';

const noIntents: readonly Intent[] = Object.freeze([]);

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
  error: ToolError,
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

function toErrorBody(error: ToolError): ToolErrorBody {
  const code = error.code === undefined ? {} : { code: error.code };
  const details = { ...code, ...error.details };
  return deepFreeze({
    type: error.type,
    message: error.message,
    retryable: error.retryable,
    partialSideEffects: error.partialSideEffects,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  });
}

function freezeIntents(intents: readonly Intent[] | undefined): readonly Intent[] {
  return intents === undefined || intents.length === 0 ? noIntents : Object.freeze([...intents]);
}
