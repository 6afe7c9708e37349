import { joinSignals, backoff, sleep, type ErrorType } from '@helve/core';
import type { MtEngine, MtHttpRequest } from './contract.js';
import { providerError } from './provider-error.js';
import { readMember } from './read-list.js';

/** Retry and timeout options. */
export interface SendOptions {
  /** Retries after the first request. Default: 2. */
  readonly maxRetries?: number;
  /** First wait if the vendor names none. Default: 500. */
  readonly baseMs?: number;
  /** Maximum wait; a vendor that demands a longer one is not asked again. Default: 30,000. */
  readonly maxWaitMs?: number;
  /** Timeout of a request. Default: 60,000. */
  readonly timeoutMs?: number;
}

/** A request with its key, which vendors quote back when they refuse it. */
interface Keyed {
  readonly key: string;
}

/** Sends a request, retries where that makes sense, and returns the JSON of the response. */
export async function sendRequest(
  engine: MtEngine,
  request: MtHttpRequest,
  options: SendOptions & Keyed,
  signal: AbortSignal,
): Promise<{ readonly answer: unknown; readonly attempts: number }> {
  const { maxRetries = 2, baseMs = 500, maxWaitMs = 30_000 } = options;
  for (let attempt = 1; ; attempt += 1) {
    const tried = await trySend(engine, request, options, signal);
    if ('answer' in tried) return { answer: tried.answer, attempts: attempt };
    const { error } = tried;
    const wait = error.retryAfterMs ?? backoff({ attempt, baseMs, capMs: 8000, jitter: 0.2 });
    if (!error.retryable || attempt > maxRetries || wait > maxWaitMs) throw error;
    await sleep(wait, signal);
  }
}

type Tried = { readonly answer: unknown } | { readonly error: ReturnType<typeof providerError> };

async function trySend(
  engine: MtEngine,
  { url, method, headers, body }: MtHttpRequest,
  { timeoutMs = 60_000, key }: SendOptions & Keyed,
  signal: AbortSignal,
): Promise<Tried> {
  const limit = AbortSignal.timeout(timeoutMs);
  const either = joinSignals(signal, limit);
  try {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      // Another host would get the key.
      redirect: 'error',
      signal: either.signal,
      ...(body === undefined ? {} : { body }),
    });
    const answer = parse(await response.text());
    const status = response.ok ? (engine.failure?.(answer) ?? response.status) : response.status;
    return status < 400
      ? { answer }
      : { error: refusal(engine.id, status, response.headers, readMessage(answer, key)) };
  } catch (cause) {
    signal.throwIfAborted();
    if (limit.aborted) return { error: providerError('TIMEOUT', engine.id, `it took longer than ${timeoutMs} ms`) };
    // A network error may repeat an address with parts of the request.
    return { error: providerError('TRANSIENT', engine.id, 'it is not reachable', { cause }) };
  } finally {
    either.release();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Status of DeepL when the quota of the month is used up. */
const QUOTA_EXCEEDED = 456;

function refusal(engine: string, status: number, headers: Headers, words: string) {
  const retryAfterMs = readRetryAfter(headers.get('retry-after'));
  return providerError(toErrorType(status), engine, `it responded with ${status}${words}`, { retryAfterMs });
}

function toErrorType(status: number): ErrorType {
  if (status === 429 || status === QUOTA_EXCEEDED) return 'RATE_LIMIT';
  if (status === 401 || status === 403) return 'AUTH';
  return status >= 500 || status === 408 ? 'TRANSIENT' : 'PERMANENT';
}

/** Returns the start of the vendor's own message. */
function readMessage(answer: unknown, key: string): string {
  const error = readMember(answer, 'error');
  const words = [readMember(error, 'message'), readMember(answer, 'message'), readMember(answer, 'explanation')];
  const text = words.find((each) => typeof each === 'string');
  if (text === undefined) return '';
  return ` (${(key === '' ? text : text.replaceAll(key, '[redacted]')).slice(0, 200)})`;
}

/** Parses a wait in seconds, or until a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
