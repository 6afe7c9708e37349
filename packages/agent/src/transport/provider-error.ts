import { createRedactor } from '@helve/core';
import { toFields, toList, parseJson, toText, type Fields } from './read-field.js';

/** Facts about a failed request. */
export interface ProviderFailure {
  readonly provider: string;
  readonly status?: number | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  /** The provider's own code, such as `insufficient_quota`. */
  readonly reason?: string | undefined;
}

/** Network, key, quota and HTTP failures of a provider. Its text is redacted, and the vendor's error is not attached. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code = 'AGENT_PROVIDER_FAILED';
  readonly provider: string;
  readonly status: number | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
  readonly reason: string | undefined;

  constructor(problem: string, failure: ProviderFailure) {
    super(`Cannot get an answer from ${failure.provider}: ${redactor.redactText(problem)}`);
    this.provider = failure.provider;
    this.status = failure.status;
    this.retryable = failure.retryable;
    this.retryAfterMs = failure.retryAfterMs;
    this.requestId = failure.requestId;
    this.reason = failure.reason;
  }
}

// Vendors quote keys back in parts, such as "sk-ab***yz".
const redactor = createRedactor({ secrets: [] });
const quotedKey = /(?<![\w-])(?:sk|pk|rk)-[\w*.-]{4,}/g;
const retryableStatus = new Set([408, 409, 425, 429]);
/** A quota that is used up does not come back by waiting a little. */
const finalReasons = new Set(['insufficient_quota', 'billing_hard_limit_reached']);

/** Converts anything that an SDK or a socket threw to a `ProviderError`. */
export function toProviderError(provider: string, thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const error = toFields(thrown);
  const body = readBody(error);
  const status = toNumber(error['status']) ?? toNumber(error['status_code']) ?? toNumber(body['code']);
  const reason = [body['code'], error['code'], body['type'], body['status']].map(toText).find((text) => text !== '');
  return new ProviderError(toProblem(thrown, error, body, status), {
    provider,
    status,
    retryable: isRetryable(error, status, reason),
    retryAfterMs: readRetryAfter(error, body),
    requestId: readRequestId(error, body),
    reason,
  });
}

/** Finds the vendor's error object: bare, wrapped in `error`, or as text in the message of Google's SDK. */
function readBody(error: Fields): Fields {
  const value = error['error'] ?? parseJson(toText(error['message']));
  const body = toFields(value);
  return toFields('error' in body && typeof body['error'] === 'object' ? body['error'] : body);
}

function toProblem(thrown: unknown, error: Fields, body: Fields, status: number | undefined): string {
  const text = toText(body['message']) || toText(error['message']) || describe(thrown);
  const plain = text.replaceAll(quotedKey, '[redacted]');
  return status === undefined || plain.startsWith(String(status)) ? plain : `${status} ${plain}`;
}

/** Describes anything thrown, which may be no error and have no text. */
function describe(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'something was thrown that has no text';
  }
}

function isRetryable(error: Fields, status: number | undefined, reason: string | undefined): boolean {
  if (reason !== undefined && finalReasons.has(reason)) return false;
  const advice = readHeader(error, 'x-should-retry');
  if (advice === 'true' || advice === 'false') return advice === 'true';
  if (status === undefined) return reason === 'overloaded_error' || reason === 'api_error' || isNetworkError(error);
  return retryableStatus.has(status) || status >= 500;
}

/** True for connections that were refused, reset or timed out, but not for a wrong argument. */
function isNetworkError(error: Fields): boolean {
  const text = `${toText(error['name'])} ${toText(error['message'])} ${toText(toFields(error['cause'])['code'])} ${toText(error['code'])}`;
  return /connection|fetch failed|terminated|network|socket|timed? ?out|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|UND_ERR|premature|Did not receive done/i.test(
    text,
  );
}

function readRetryAfter(error: Fields, body: Fields): number | undefined {
  const milliseconds = Number.parseFloat(readHeader(error, 'retry-after-ms') ?? '');
  if (Number.isFinite(milliseconds)) return milliseconds;
  const header = readHeader(error, 'retry-after');
  if (header !== undefined) return parseRetryAfter(header);
  // Google's RetryInfo: `retryDelay: "12s"`.
  const delay = toList(body['details'])
    .map((detail) => Number.parseFloat(toText(toFields(detail)['retryDelay'])))
    .find(Number.isFinite);
  return delay === undefined ? undefined : delay * 1_000;
}

/** Reads a delay in seconds, or a date. */
function parseRetryAfter(header: string): number | undefined {
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function readRequestId(error: Fields, body: Fields): string | undefined {
  const candidates = [error['requestID'], error['request_id'], body['request_id'], readHeader(error, 'x-request-id')];
  return candidates.map(toText).find((text) => text !== '');
}

function readHeader(error: Fields, name: string): string | undefined {
  const headers = error['headers'];
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = toFields(headers)[name];
  return typeof value === 'string' ? value : undefined;
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
