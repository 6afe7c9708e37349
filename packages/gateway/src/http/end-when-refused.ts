import type { GatewaySettings } from '../gateway-settings.js';
import type { Inbound } from './inbound.js';
import type { Outbound } from './outbound.js';

/** Interval at which the key of an open stream is checked: twice within the time in which a revoked key loses it. */
const everyMs = 1_000;

/**
 * Ends a stream of events as soon as the key or token of its request is no longer valid. Its producer sees a client that
 * left. Other responses stay as they are.
 */
export function endWhenRefused(response: Outbound, request: Inbound, { isStillKnown }: GatewaySettings): Outbound {
  const { body, headers } = response;
  if (isStillKnown === undefined || !(body instanceof ReadableStream)) return response;
  if (headers['content-type']?.startsWith('text/event-stream') !== true) return response;
  return { ...response, body: guarded(body, () => isStillKnown(request)) };
}

/** Watches the key or token of a request, and acts once it is no longer valid; returns how to stop watching. */
export function watchKey(isKnown: () => Promise<boolean>, refuse: () => void): () => void {
  const timer = setInterval(() => {
    void isKnown().then((known) => {
      if (!known) refuse();
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function guarded(body: ReadableStream<Uint8Array>, isKnown: () => Promise<boolean>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let unwatch = () => {};
  let isOver = false;
  const end = (finish: () => void) => {
    if (isOver) return;
    isOver = true;
    unwatch();
    finish();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const refuse = () => {
          controller.close();
          void reader.cancel(new Error('The key or token is no longer valid'));
        };
        unwatch = watchKey(isKnown, () => end(refuse));
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) end(() => controller.close());
          else if (!isOver) controller.enqueue(value);
        } catch (thrown) {
          end(() => controller.error(thrown));
        }
      },
      cancel(reason) {
        end(() => undefined);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
