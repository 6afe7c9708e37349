import { readHeader, type Inbound } from './inbound.js';
import type { Outbound } from './outbound.js';

/** Takes the events of one response. */
export interface EventSink {
  /** Sends an event; resolves when there is room for the next. */
  send(event: string, data: unknown, id?: number): Promise<void>;
  /** Sends an event that may be left out while the client is slow, such as how far something got. */
  offer(event: string, data: unknown): void;
}

/** Bytes that may wait for a slow client before events have to wait, too. */
const bufferBytes = 64 * 1024;
/** Interval of comments that keep a connection open, since proxies cut silent ones. */
const keepAliveMs = 15_000;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Some proxies would collect events before they pass them on.
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();

/** True when the client asks for events rather than for one response. */
export function wantsEvents(request: Inbound): boolean {
  return readHeader(request, 'accept')?.toLowerCase().includes('text/event-stream') === true;
}

/**
 * Creates a response that goes on while `produce` does. The signal aborts when the client is gone; `onError` turns what
 * `produce` throws into the last event.
 */
export function toEventStream(
  produce: (sink: EventSink, signal: AbortSignal) => Promise<void>,
  onError: (thrown: unknown) => unknown,
): Outbound {
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
        // The head of the response leaves at once.
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
  return { status: 200, headers, body };
}

/** Writes one event; JSON has no line breaks of its own, so one line is enough. */
function toEvent(event: string, data: unknown, id?: number): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${text}\n\n`;
}
