import { chatForm } from '../context/history-form.js';
import type { Protocol } from '../protocol.js';
import { readStream } from '../server-sent-events.js';
import { readCalls, createReader, readResponse } from './answer.js';
import { userItems, withItems, withSetup } from './request.js';
import { resultItems } from './result.js';
import type { OllamaSdk } from './sdk.js';

/** Creates the protocol of Ollama's chat. */
export function ollamaProtocol(sdk: OllamaSdk): Protocol {
  return {
    provider: 'ollama',
    schemaKey: 'ollama',
    idsStable: false,
    remembers: false,
    form: chatForm,
    withSetup,
    withItems,
    userItems,
    resultItems,
    // The SDK changes the request it is given.
    stream: (request, signal) => abortable(sdk.chat(structuredClone({ ...request, stream: true })), signal),
    ask: (request, signal) => untilAborted(sdk.chat(structuredClone({ ...request, stream: false })), signal),
    createReader,
    readResponse,
    readCalls: readCalls,
  };
}

/** Aborts the stream by the signal, which the SDK does not accept. */
async function abortable(pending: Promise<unknown>, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
  const stop = () => {
    void pending.then(abort, () => undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  return readStream(untilAborted(pending, signal));
}

function untilAborted<Value>(pending: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    pending.then(resolve, reject);
  });
}

function abort(stream: unknown): void {
  if (typeof stream === 'object' && stream !== null && 'abort' in stream && typeof stream.abort === 'function') {
    stream.abort();
  }
}
