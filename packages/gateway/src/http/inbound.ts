import { gatewayErrors } from '../gateway-errors.js';
import { toRequestId } from './request-id.js';

/** One request as plain data, however it reached the gateway. */
export interface Inbound {
  readonly method: string;
  /** Scheme and host that the request line names: `http://localhost:4310`. */
  readonly origin: string;
  /** Path of the URL, with its escapes. */
  readonly path: string;
  /** Query of the URL with its question mark, or nothing. */
  readonly query: string;
  /** Headers by their names in lower case. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** Name of a header that must stand once and stands twice; `headers` shows the first. */
  readonly repeatedHeader: string | undefined;
  /** True when its connection can become a WebSocket. */
  readonly isUpgrade?: true;
  /** Id of the request in logs and in the trail. */
  readonly requestId: string;
  /** Aborts when the client hangs up or the gateway ends its calls. */
  readonly signal: AbortSignal;
  /** Reads the body; rejects as soon as it has more than `maxBytes`, and when it ends too early. */
  readBytes(maxBytes: number): Promise<Uint8Array>;
  /** Builds the request of the Fetch API, for hosts and libraries that expect one. Its body is not included. */
  toRequest(): Request;
}

/** Reads a header by its name in lower case. */
export function readHeader({ headers }: Pick<Inbound, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : value?.join(', ');
}

/** Converts a request of the Fetch API. */
export function fromRequest(request: Request): Inbound {
  const { method } = request;
  const { origin, pathname: path, search: query } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  return {
    method,
    origin,
    path,
    query,
    headers,
    repeatedHeader: undefined,
    requestId: toRequestId(headers['x-request-id']),
    signal: request.signal,
    readBytes: (maxBytes) => readStream(request.body, maxBytes),
    toRequest: () => request,
  };
}

async function readStream(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(body)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw bodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Yields what arrives; a client that stops halfway becomes a refusal. */
async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw bodyUnreadable(cause);
    });
    if (done) return;
    yield value;
  }
}

/** Refusal of a body with more bytes than the gateway takes. */
export function bodyTooLarge(maxBytes: number): Error {
  return gatewayErrors.create('GATEWAY_BODY_TOO_LARGE', { maxBytes }, { details: { maxBytes } });
}

/** Refusal of a body that ended before it was complete. */
export function bodyUnreadable(cause?: unknown): Error {
  return gatewayErrors.create('GATEWAY_BODY_UNREADABLE', {}, { cause });
}
