import { sleep } from '@helve/core';
import type { Protocol, ProviderRequest, TransportLoss } from './protocol.js';
import { toProviderError } from './provider-error.js';
import { refusesStrict, strictRejected } from './read-answer.js';
import { retryWait, type RequestRetryOptions } from './retry.js';
import { withoutStrict } from './without-strict.js';

/** Requests an answer in one piece, with retries where they make sense. Rejects with a `ProviderError`. */
export async function askWhole(
  protocol: Protocol,
  first: ProviderRequest,
  signal: AbortSignal,
  retry: RequestRetryOptions | undefined,
): Promise<{ readonly response: unknown; readonly losses: readonly TransportLoss[] }> {
  let request = first;
  const losses: TransportLoss[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { response: await protocol.ask(request, signal), losses };
    } catch (thrown) {
      signal.throwIfAborted();
      const error = toProviderError(protocol.provider, thrown);
      if (refusesStrict(error, request)) {
        request = withoutStrict(request);
        losses.push(strictRejected(protocol.provider));
        continue;
      }
      const wait = retryWait(error, attempt, retry);
      if (wait === undefined) throw error;
      await sleep(wait, signal);
    }
  }
}
