import {
  isPlainObject,
  toJsonResponse,
  type Issue,
  type Json,
  type JsonObject,
  type ToolErrorBody,
  type ToolResponse,
} from '@helve/core';

import { cutValue, jsonBytes } from './cut-value.js';

/** Maximum size of a result for a model, in bytes of JSON; other modes use the limit of text. */
export const resultLimits = Object.freeze({ voice: 8 * 1024, text: 64 * 1024 } as const);

/** The part of an error that a model sees. */
export interface ModelError {
  readonly type: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly suggestion?: string;
  readonly issues?: readonly Issue[];
}

/** The part of a response that a model sees; `truncated` tells that something was cut. */
export type ModelResult =
  | { readonly ok: true; readonly data: unknown; readonly truncated?: true }
  | { readonly ok: false; readonly error: ModelError; readonly truncated?: true };

export interface ModelResultOptions {
  readonly mode?: string | undefined;
  /** Default: the limit of the mode. */
  readonly resultLimitBytes?: number | undefined;
  /** `full` sends the envelope with everything but the approval token. */
  readonly projection?: 'model' | 'full' | undefined;
}

/** Converts a response for the model: no intents, no meta, no token, and cut to the limit. */
export function toModelResult(answer: ToolResponse, options: ModelResultOptions = {}): ModelResult {
  const response = toJsonResponse(answer);
  const { projection = 'model', mode, resultLimitBytes = findLimit(mode) } = options;
  const result = projection === 'full' ? withoutToken(response) : project(response);
  return fit(result, resultLimitBytes);
}

function findLimit(mode: string | undefined): number {
  return mode === 'voice' ? resultLimits.voice : resultLimits.text;
}

function project(response: ToolResponse): ModelResult {
  if (response.ok) return Object.freeze({ ok: true, data: response.data });
  return Object.freeze({ ok: false, error: projectError(response.error) });
}

function projectError({ type, message, retryable, retryAfterMs, details = {} }: ToolErrorBody): ModelError {
  const { suggestion, issues } = details;
  return Object.freeze({
    type,
    message,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(issues === undefined ? {} : { issues }),
  });
}

/** Removes the token: only a person's channel may hold it. */
function withoutToken(response: ToolResponse): ModelResult {
  const request = response.ok ? undefined : response.error.details?.['confirmationRequest'];
  if (response.ok || !isPlainObject(request)) return response;
  const { token: _, ...confirmationRequest } = request;
  const details = Object.freeze({ ...response.error.details, confirmationRequest: Object.freeze(confirmationRequest) });
  return Object.freeze({ ...response, error: Object.freeze({ ...response.error, details }) });
}

/** Returns a result that fits as it is; else cuts it. */
function fit(result: ModelResult, limitBytes: number): ModelResult {
  const bytes = sizeOf(result);
  if (bytes === undefined) return unwritable;
  return bytes <= limitBytes ? result : cutToFit(result, bytes, limitBytes);
}

function sizeOf(result: ModelResult): number | undefined {
  try {
    return jsonBytes(result);
  } catch {
    // A cycle or a big integer: `unwritable` reports it to the model.
    return undefined;
  }
}

const unwritable: ModelResult = Object.freeze({
  ok: false,
  error: Object.freeze({
    type: 'INTERNAL',
    message: 'Cannot show the result: it is not JSON; the tool has run',
    retryable: false,
  }),
});

const SMALLEST_PART = 64;

/**
 * Searches for the largest part that may stay whole: the longest strings and lists are cut first, small ones are kept.
 */
function cutToFit(result: ModelResult, bytes: number, limitBytes: number): ModelResult {
  const plain: unknown = JSON.parse(JSON.stringify(result));
  let [low, high] = [SMALLEST_PART, limitBytes];
  let best: Json | undefined;
  while (low <= high) {
    const part = Math.floor((low + high) / 2);
    const { value } = cutValue(plain, part);
    const marked = markCut(value);
    const fits = jsonBytes(marked) <= limitBytes;
    if (fits) best = marked;
    if (fits) low = part + 1;
    else high = part - 1;
  }
  return (best ?? onlySize(result, bytes)) as unknown as ModelResult;
}

function markCut(value: Json): JsonObject {
  return Object.freeze({ ...(value as JsonObject), truncated: true });
}

/** Replaces a result of many small members, which cannot be cut one by one, by its size. */
function onlySize(result: ModelResult, bytes: number): JsonObject {
  const note = `[cut: all of ${bytes} bytes; ask for less at once]`;
  if (result.ok) return { ok: true, data: note, truncated: true };
  const { type, message, retryable } = result.error;
  return { ok: false, error: { type, message: message.slice(0, 200), retryable }, truncated: true };
}
