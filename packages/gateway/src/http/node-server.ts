import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline as pipeStreams } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { bodyTooLarge, bodyUnreadable } from './body-errors.js';
import { connectionOf, type Connections } from './connections.js';
import type { Inbound } from './inbound.js';
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
    try {
      const request = fromMessage(incoming);
      const response = isReadable(request) ? await pipeline(request) : refuseUnreadable(request, settings);
      await writeOutbound(response, outgoing, connections.closing);
    } catch (thrown) {
      // A client that left while it was sent a stream is no failure.
      if (!outgoing.destroyed) settings.report(thrown, {});
      outgoing.destroy();
    }
  };
  server.on('request', (incoming, outgoing) => {
    connections.await(incoming, outgoing);
    void serve(incoming, outgoing);
  });
}

/** Converts a message of Node's server. Its origin is empty when nobody can read its target or its Host header. */
function fromMessage(incoming: IncomingMessage): Inbound {
  const { method = '', headers } = incoming;
  const target = readTarget(incoming.url ?? '', headers.host ?? '');
  return {
    method,
    ...target,
    headers,
    hasSeveralHosts: hasSeveralHosts(incoming),
    requestId: toRequestId(headers['x-request-id']),
    get signal() {
      return connectionOf(incoming).end.signal;
    },
    readBytes: (maxBytes) => readIncoming(incoming, maxBytes),
    toRequest() {
      return new Request(`${target.origin}${target.path}${target.query}`, {
        method,
        headers: toHeaders(incoming),
        signal: connectionOf(incoming).end.signal,
      });
    },
  };
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

function isReadable({ origin }: Inbound): boolean {
  return origin !== '';
}

function refuseUnreadable(request: Inbound, settings: GatewaySettings): Outbound {
  return withCommonHeaders(toProblem(gatewayErrors.create('GATEWAY_REQUEST_INVALID', {})), request, settings);
}

/** True for a message with more than one Host header, of which Node shows only the first. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
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

/** Writes a response; resolves when a stream has been written to its end. */
async function writeOutbound({ status, headers, body }: Outbound, outgoing: ServerResponse, isClosing: boolean) {
  const closing = isClosing ? { connection: 'close' } : undefined;
  if (body === null) return void outgoing.writeHead(status, { ...headers, ...closing }).end();
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, { ...headers, ...closing });
    return pipeStreams(Readable.fromWeb(body as NodeReadableStream), outgoing);
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  outgoing.writeHead(status, { ...headers, 'content-length': length, ...closing }).end(body);
}
