import type { Asked } from './asked.js';
import { headerOf } from './header-of.js';

/** Where the events of one answer go. */
export interface EventSink {
  /** Sends an event; resolves when there is room for the next one. */
  send(event: string, data: unknown, id?: number): Promise<void>;
  /** Sends an event that may be left out while the client is slow, such as how far something got. */
  offer(event: string, data: unknown): void;
}

/** How much may wait for a slow client before events have to wait, too. */
const bufferBytes = 64 * 1024;
/** Proxies cut connections on which nothing is said. */
const keepAliveMs = 15_000;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Some proxies would collect events before they pass them on.
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();

/** True if the client asks for events rather than for one answer. */
export function wantsEvents(asked: Asked): boolean {
  return headerOf(asked, 'accept')?.toLowerCase().includes('text/event-stream') === true;
}

/**
 * An answer that goes on while `produce` does. Its signal fires when the client is gone; what `produce` throws is told
 * by `onError`, which gives the last event.
 */
export function answerEvents(
  produce: (sink: EventSink, signal: AbortSignal) => Promise<void>,
  onError: (thrown: unknown) => unknown,
): Response {
  const gone = new AbortController();
  let hasRoom = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const isFull = () => (controller.desiredSize ?? 0) <= 0;
        const write = (text: string) => {
          if (!gone.signal.aborted) controller.enqueue(encoder.encode(text));
        };
        const sink: EventSink = {
          async send(event, data, id) {
            write(toEvent(event, data, id));
            if (isFull() && !gone.signal.aborted) await new Promise<void>((resolve) => (hasRoom = resolve));
          },
          offer(event, data) {
            if (!isFull()) write(toEvent(event, data));
          },
        };
        const beat = setInterval(() => isFull() || write(': still here\n\n'), keepAliveMs);
        const finish = () => {
          clearInterval(beat);
          if (!gone.signal.aborted) controller.close();
        };
        // The head of the answer leaves at once.
        write(': here\n\n');
        void produce(sink, gone.signal)
          .catch((thrown: unknown) => write(toEvent('problem', onError(thrown))))
          .finally(finish);
      },
      pull: () => hasRoom(),
      cancel(reason) {
        gone.abort(reason);
        hasRoom();
      },
    },
    { highWaterMark: bufferBytes, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  return new Response(body, { headers });
}

/** JSON has no line breaks of its own, so one line is enough. */
function toEvent(event: string, data: unknown, id?: number): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${text}\n\n`;
}
