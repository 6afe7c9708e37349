import { toText } from './read-field.js';
import { sleep } from '@helve/core';
import type { TransportEvent } from '../contract/transport.js';
import type { MakeId, ModelAnswer, Protocol, ProviderRequest, TransportLoss } from './protocol.js';
import { ProviderError, toProviderError } from './provider-error.js';
import { retryWait, type RequestRetryOptions } from './retry.js';
import { UnreadableEvent } from './server-sent-events.js';
import { hasStrictTools, withoutStrict } from './without-strict.js';

/** The model that gave an answer. */
export interface AskedModel {
  readonly model: string;
}

/** One request, and the receiver of its events. */
export interface AnswerTask {
  readonly request: ProviderRequest;
  readonly signal: AbortSignal;
  readonly makeId: MakeId;
  readonly retry?: RequestRetryOptions | undefined;
  /** Models of the provider to ask in turn, when the one before is overloaded. */
  readonly fallback?: readonly string[] | undefined;
  emit(event: TransportEvent): void;
}

/**
 * Sends a request, and retries while nothing of the answer has arrived and a retry makes sense. Rejects with a
 * `ProviderError`.
 */
export async function readAnswer(protocol: Protocol, task: AnswerTask): Promise<ModelAnswer & AskedModel> {
  let { request } = task;
  const others = [...(task.fallback ?? [])];
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await readOnce(protocol, { ...task, request });
    if ('answer' in outcome) return { ...outcome.answer, model: toText(request['model']) };
    const { error, begun } = outcome;
    if (!begun && refusesStrict(error, request)) {
      request = withoutStrict(request);
      task.emit({ type: 'loss', ...strictRejected(protocol.provider) });
      continue;
    }
    const wait = begun ? undefined : retryWait(error, attempt, task.retry);
    const reason = error.message;
    if (wait !== undefined) {
      task.emit({ type: 'retry', attempt, waitMs: wait, reason });
      await sleep(wait, task.signal);
      continue;
    }
    const model = begun || !error.retryable ? undefined : others.shift();
    if (model === undefined) throw error;
    task.emit({ type: 'retry', attempt, waitMs: 0, reason, model });
    request = { ...request, model };
    attempt = 0;
  }
}

type Outcome = { readonly answer: ModelAnswer } | { readonly error: ProviderError; readonly begun: boolean };

async function readOnce(protocol: Protocol, task: AnswerTask): Promise<Outcome> {
  const { signal, emit } = task;
  const reader = protocol.createReader(task.makeId);
  let begun = false;
  let gaps = false;
  try {
    signal.throwIfAborted();
    for await (const chunk of await protocol.stream(task.request, signal)) {
      signal.throwIfAborted();
      begun = true;
      if (chunk instanceof UnreadableEvent) {
        gaps = true;
        emit({ type: 'error', error: unreadable(protocol.provider, chunk.text) });
      } else for (const event of reader.read(chunk)) emit(event);
    }
    signal.throwIfAborted();
    const answer = reader.end(gaps);
    // What is not readable may have been the end, but not the whole answer.
    const isLost = answer === undefined || (gaps && answer.items.length === 0 && answer.calls.length === 0);
    return isLost ? { error: brokenOff(protocol.provider), begun } : { answer };
  } catch (error) {
    signal.throwIfAborted();
    return { error: toProviderError(protocol.provider, error), begun };
  }
}

/** Creates the error of an unreadable event. */
export function unreadable(provider: string, text: string): ProviderError {
  return new ProviderError(`an event is not readable: ${text}`, { provider, retryable: false });
}

function brokenOff(provider: string): ProviderError {
  return new ProviderError('the answer ended before it was complete', { provider, retryable: true });
}

/** True when a refusal may be about strict schemas. */
export function refusesStrict(error: ProviderError, request: ProviderRequest): boolean {
  if (error.status !== 400 || !hasStrictTools(request)) return false;
  return error.reason === 'invalid_function_parameters' || /strict|schema/i.test(error.message);
}

/** Creates the loss of a request that is sent again without strict schemas. */
export function strictRejected(provider: string): TransportLoss {
  return { what: 'strict_rejected', note: `${provider} rejected strict schemas: retried without them` };
}
