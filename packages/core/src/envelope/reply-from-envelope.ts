import type { Intent } from '../contract/intent.js';
import { isPlainObject } from '../json/is-plain-object.js';
import { replyBrand, type ToolReply } from '../contract/reply.js';
import { coreErrors } from '../errors/core-errors.js';
import { errorTypes, type ErrorType } from '../contract/error-type.js';
import { isErrorType } from '../errors/is-error-type.js';
import { ToolError } from '../errors/tool-error.js';
import { findNonJson } from './find-non-json.js';
import type { ToolErrorBody } from '../contract/tool-response.js';
import { validateToolResponse } from './validate-tool-response.js';

const placeholderMeta = {
  toolId: '',
  toolVersion: null,
  registryVersion: '',
  requestId: '',
  duration: 0,
  responseSchemaVersion: '1.0.0',
};

/**
 * Takes the envelope that the handler of a tool folder returns apart. `intents` and `meta` may be left out, and of an error
 * all but its type and message; a malformed envelope, or data that is not JSON, is the fault of the tool and becomes INTERNAL.
 */
export function replyFromEnvelope(envelope: unknown): ToolReply<unknown> {
  if (!isPlainObject(envelope)) throw malformed('it is not an object');
  const { data, error, intents = [], meta = {} } = envelope;
  const outcome = envelope['ok'] === true ? { data: data ?? null } : { error: withDefaults(error) };
  const [issue] = validateToolResponse({ ...envelope, ...outcome, intents, meta: placeholderMeta }).issues;
  if (issue !== undefined) throw malformed(`${issue.pointer}: ${issue.message}`);
  if (!isPlainObject(meta)) throw malformed('/meta: Expected an object');
  const strange = findNonJson({ data, meta });
  if (strange !== undefined) throw malformed(`${strange} is not JSON`);
  return Object.freeze({
    [replyBrand]: true as const,
    ...(envelope['ok'] === true ? { data } : { error: toHandlerError(error as ToolErrorBody) }),
    intents: intents as readonly Intent[],
    meta,
  });
}

/** An error is complete with a type and a message: what its type says about it holds where the handler says nothing. */
function withDefaults(error: unknown): unknown {
  if (!isPlainObject(error)) return error;
  const { type } = error;
  const retryable = isErrorType(type) && errorTypes[type].retryable;
  return { retryable, partialSideEffects: false, ...error };
}

/** The type of a handler's error: one that only the call line or a gate may say is put right. */
export function handlerErrorType(type: ErrorType): ErrorType {
  if (errorTypes[type].layer === 'handler') return type;
  return type === 'VALIDATION' || type === 'NOT_FOUND' ? 'PERMANENT' : 'INTERNAL';
}

/** Keeps the words of the handler beside the type that was put right. */
function toHandlerError(body: ToolErrorBody): ToolError {
  const { type, message, details, ...rest } = body;
  if (errorTypes[type].layer === 'handler') return new ToolError(type, message, { ...rest, details });
  return new ToolError(handlerErrorType(type), message, { ...rest, details: { ...details, originalType: type } });
}

function malformed(problem: string): ToolError {
  return coreErrors.create('CALL_REPLY_MALFORMED', { problem }, { partialSideEffects: true });
}
