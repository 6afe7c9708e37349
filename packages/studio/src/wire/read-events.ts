import { createParser } from 'eventsource-parser';

/** An event of a stream. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Yields the events of a `text/event-stream` as they come; ends with the stream. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const events: ServerEvent[] = [];
  const parser = createParser({ onEvent: ({ event = 'message', data }) => events.push({ name: event, data }) });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
