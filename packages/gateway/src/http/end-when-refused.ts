import type { GatewaySettings } from '../gateway-settings.js';
import { lightPartsOf } from './light-response.js';

/** How often somebody with an open stream is asked for: twice within the time in which a revoked key loses it. */
const everyMs = 1_000;

/**
 * An answer that ends, if it is a stream of events, as soon as the key or token of its request is good no longer. What
 * produces the events hears of it as of a client that left.
 */
export function endWhenRefused(answer: Response, request: Request, { isStillKnown }: GatewaySettings): Response {
  // The common case: one answer, or nobody has to say who they are.
  if (isStillKnown === undefined || !isEventStream(answer)) return answer;
  const { body, status, headers } = answer;
  return new Response(body && guarded(body, () => isStillKnown(request)), { status, headers });
}

function isEventStream(answer: Response): boolean {
  return (
    lightPartsOf(answer) === undefined && answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  );
}

function guarded(body: ReadableStream<Uint8Array>, isWelcome: () => Promise<boolean>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = (finish: () => void) => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    finish();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const refuse = () => {
          controller.close();
          void reader.cancel(new Error('The key or token is good no longer'));
        };
        timer = setInterval(() => {
          void isWelcome().then((welcome) => {
            if (!welcome) end(refuse);
          });
        }, everyMs);
        timer.unref();
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
