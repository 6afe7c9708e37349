import {
  isPlainObject,
  type Issue,
  type Json,
  type JsonObject,
  type ToolErrorBody,
  type ToolResponse,
} from '@helve/core';

import { cutValue, jsonBytes } from './cut-value.js';

/** How much of a result a model gets, in bytes of JSON; other modes get what text gets. */
export const resultLimits = Object.freeze({ voice: 8 * 1024, text: 64 * 1024 } as const);

/** What a model learns about a failure. */
export interface ModelError {
  readonly type: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly suggestion?: string;
  readonly issues?: readonly Issue[];
}

/** What a model sees of an answer; `truncated` says that something in it was cut. */
export type ModelResult =
  | { readonly ok: true; readonly data: unknown; readonly truncated?: true }
  | { readonly ok: false; readonly error: ModelError; readonly truncated?: true };

export interface ModelResultOptions {
  readonly mode?: string | undefined;
  /** That of the mode unless told. */
  readonly resultLimitBytes?: number | undefined;
  /** `full` sends the envelope with everything but the token that approves a call. */
  readonly projection?: 'model' | 'full' | undefined;
}

/** The part of an answer that goes to the model: no intents, no meta, no token, and not more than fits. */
export function toModelResult(response: ToolResponse, options: ModelResultOptions = {}): ModelResult {
  const { projection = 'model', mode, resultLimitBytes = limitOf(mode) } = options;
  const result = projection === 'full' ? withoutToken(response) : project(response);
  return fit(result, resultLimitBytes);
}

function limitOf(mode: string | undefined): number {
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

/** Only a person's channel may hold the token. */
function withoutToken(response: ToolResponse): ModelResult {
  const request = response.ok ? undefined : response.error.details?.['confirmationRequest'];
  if (response.ok || !isPlainObject(request)) return response;
  const { token: _, ...confirmationRequest } = request;
  const details = Object.freeze({ ...response.error.details, confirmationRequest: Object.freeze(confirmationRequest) });
  return Object.freeze({ ...response, error: Object.freeze({ ...response.error, details }) });
}

/** The common case: it fits as it is. */
function fit(result: ModelResult, limitBytes: number): ModelResult {
  const bytes = sizeOf(result);
  if (bytes === undefined) return unwritable;
  return bytes <= limitBytes ? result : cutToFit(result, bytes, limitBytes);
}

function sizeOf(result: ModelResult): number | undefined {
  try {
    return jsonBytes(result);
  } catch {
    // A cycle or a big integer: `unwritable` tells the model.
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

/** Looks for the largest part that may stay whole: the longest strings and lists give way first, small ones are kept. */
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

/** Many small members cannot be cut one by one. */
function onlySize(result: ModelResult, bytes: number): JsonObject {
  const note = `[cut: all of ${bytes} bytes; ask for less at once]`;
  if (result.ok) return { ok: true, data: note, truncated: true };
  const { type, message, retryable } = result.error;
  return { ok: false, error: { type, message: message.slice(0, 200), retryable }, truncated: true };
}
