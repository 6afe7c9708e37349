import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline as pipeStreams } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { findConnection, type Connection, type Connections } from './connections.js';
import { bodyTooLarge, bodyUnreadable, type Inbound } from './inbound.js';
import { nextTurn } from './next-turn.js';
import type { Outbound } from './outbound.js';
import type { Pipeline } from './pipeline.js';
import { toProblem } from './problem.js';
import { toRequestId } from './request-id.js';
import { withCommonHeaders } from './response-headers.js';

/** Answers every message of a server: message ─▶ Inbound ─▶ pipeline ─▶ Outbound ─▶ written. */
export function serveMessages(
  server: Server,
  pipeline: Pipeline,
  connections: Connections,
  settings: GatewaySettings,
): void {
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const connection = findConnection(incoming);
    connection.waiting += 1;
    try {
      const request = new MessageRequest(incoming, connection);
      const response = request.isReadable ? await pipeline(request) : refuseUnreadable(request, settings);
      await writeOutbound(response, outgoing, connections.closing);
    } catch (thrown) {
      // A client that left while it was sent a stream is no failure.
      if (!outgoing.destroyed) settings.report(thrown, {});
      outgoing.destroy();
    } finally {
      connection.waiting -= 1;
      // Clients keep connections for what comes next; nothing does.
      if (connections.closing) connection.socket.destroySoon();
    }
  };
  server.on('request', (incoming, outgoing) => void serve(incoming, outgoing));
}

/** Headers that must stand once: what reads a request before or after us may read another one of several. */
const singleHeaders = ['host', 'authorization', 'content-type'];
const singleLengths = new Set(singleHeaders.map(({ length }) => length));

/** A message of Node's server as a request of the pipeline. */
export class MessageRequest implements Inbound {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly isUpgrade?: true;
  readonly requestId: string;
  readonly #incoming: IncomingMessage;
  readonly #connection: Connection;

  /** Takes the headers of a request for a WebSocket as they are to be understood. */
  constructor(incoming: IncomingMessage, connection: Connection, upgrade?: IncomingMessage['headers']) {
    const { method = '', url = '', headers: sent } = incoming;
    const headers = upgrade ?? sent;
    if (upgrade !== undefined) this.isUpgrade = true;
    const { origin, path, query } = readTarget(url, headers.host ?? '');
    this.method = method;
    this.origin = origin;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.requestId = toRequestId(headers['x-request-id']);
    this.#incoming = incoming;
    this.#connection = connection;
  }

  /** False when nobody can read its target or its Host header. */
  get isReadable(): boolean {
    return this.origin !== '';
  }

  get signal(): AbortSignal {
    return this.#connection.end.signal;
  }

  /** Node shows only the first of several. */
  get repeatedHeader(): string | undefined {
    const { rawHeaders } = this.#incoming;
    const seen: string[] = [];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const header = rawHeaders[at] ?? '';
      if (!singleLengths.has(header.length)) continue;
      const name = header.toLowerCase();
      if (seen.includes(name)) return name;
      if (singleHeaders.includes(name)) seen.push(name);
    }
    return undefined;
  }

  async readBytes(maxBytes: number): Promise<Uint8Array> {
    const bytes = await readIncoming(this.#incoming, maxBytes);
    await nextTurn();
    return bytes;
  }

  toRequest(): Request {
    const headers = new Headers();
    const { rawHeaders } = this.#incoming;
    for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    // What a browser could not send as a header of its own.
    const { authorization } = this.headers;
    if (authorization !== undefined) headers.set('authorization', authorization);
    const { method, signal } = this;
    return new Request(`${this.origin}${this.path}${this.query}`, { method, headers, signal });
  }
}

type Target = Pick<Inbound, 'origin' | 'path' | 'query'>;

const unreadable: Target = { origin: '', path: '/', query: '' };

/** Paths that a URL keeps as they are: no escapes, no dot segments, no query. */
const plainPattern = /^(?:\/[\w~-][\w.~-]*)+$/;

/** Splits a request target; only one that a URL would change is parsed as one. */
function readTarget(target: string, host: string): Target {
  if (host !== '' && plainPattern.test(target)) return { origin: `http://${host}`, path: target, query: '' };
  const isAbsolute = /^https?:\/\//.test(target);
  const path = target.split('?', 1)[0] ?? '';
  if ((!isAbsolute && (host === '' || !target.startsWith('/'))) || path.includes('\\')) return unreadable;
  const url = isAbsolute ? target : `http://${host}${target}`;
  if (!URL.canParse(url)) return unreadable;
  const { origin, pathname, search } = new URL(url);
  // The host as it was sent: the guard must not see it mended.
  return { origin: isAbsolute ? origin : `http://${host}`, path: pathname, query: search };
}

export function refuseUnreadable(request: Inbound, settings: GatewaySettings): Outbound {
  return withCommonHeaders(toProblem(gatewayErrors.create('GATEWAY_REQUEST_INVALID', {})), request, settings);
}

function readIncoming(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (incoming.readableDidRead || incoming.destroyed) return reject(bodyUnreadable());
    const chunks: Buffer[] = [];
    let size = 0;
    let isSettled = false;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      // The rest flows on to nowhere.
      if (!isSettled) reject(bodyTooLarge(maxBytes));
      isSettled = true;
    });
    incoming.on('end', () => {
      const [first] = chunks;
      isSettled = true;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    });
    incoming.on('close', () => {
      if (!isSettled) reject(bodyUnreadable());
    });
  });
}

/** Writes a response; a stream is written to its end, and rejects when the client leaves before that. */
export async function writeOutbound(response: Outbound, outgoing: ServerResponse, isClosing: boolean): Promise<void> {
  const { status, body } = response;
  const headers = isClosing ? { ...response.headers, connection: 'close' } : response.headers;
  if (body === null) return void outgoing.writeHead(status, headers).end();
  if (body instanceof ReadableStream) {
    // A feed may have nothing to tell for long: its client knows at once that it is open.
    outgoing.writeHead(status, headers).flushHeaders();
    return pipeStreams(Readable.fromWeb(body as NodeReadableStream), outgoing);
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  outgoing.writeHead(status, { ...headers, 'content-length': length });
  // Plain letters have the same bytes in both encodings, and Node writes these in half the time.
  if (typeof body === 'string') outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
  else outgoing.end(body);
}
