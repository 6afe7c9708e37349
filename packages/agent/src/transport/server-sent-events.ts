import { createParser } from 'eventsource-parser';
import { isFields, parseJson } from './read-field.js';

/** An event whose text is no JSON object. */
export class UnreadableEvent {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

interface PendingResponse {
  asResponse(): Promise<Response>;
}

/**
 * Reads the events of a streamed answer. SDKs stop at the first event they cannot parse; where they hand out the
 * response itself, an unreadable event is one event, and those after it are read.
 */
export async function readStream(pending: unknown): Promise<AsyncIterable<unknown>> {
  if (isPendingResponse(pending)) return readServerSentEvents(await pending.asResponse());
  const stream: unknown = await pending;
  if (isAsyncIterable(stream)) return stream;
  throw new TypeError('Cannot read the stream: the client gave none');
}

function isPendingResponse(value: unknown): value is PendingResponse {
  return typeof value === 'object' && value !== null && 'asResponse' in value && typeof value.asResponse === 'function';
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* readServerSentEvents(response: Response): AsyncGenerator {
  if (response.body === null) return;
  const type = response.headers.get('content-type') ?? '';
  // A wrong address often answers with a page, and with status 200.
  if (/^text\/html\b/i.test(type)) {
    const { status } = response;
    throw Object.assign(new TypeError('the address answers with a page (text/html), not with events'), { status });
  }
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    for (const data of events.splice(0)) yield* toEvent(data);
  }
  // Some vendors end the last event without the blank line that completes it.
  parser.feed(`${decoder.decode()}\n\n`);
  for (const data of events) yield* toEvent(data);
}

/** Parses the data of one event, if it has any; `[DONE]` is the end mark of some vendors. */
function* toEvent(data: string): Generator {
  if (data.trim() === '' || data.startsWith('[DONE]')) return;
  const event = parseJson(data);
  yield isFields(event) ? event : new UnreadableEvent(data);
}
