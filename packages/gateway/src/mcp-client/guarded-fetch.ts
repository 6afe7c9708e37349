import { lookup as resolveName } from 'node:dns';
import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isToolError } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import { boundedBody } from './bounded-body.js';
import { ConnectionLost } from './connection-lost.js';
import { isPrivateAddress } from './private-address.js';

export interface GuardedFetchOptions {
  /** True when addresses of this machine and its network are allowed. */
  readonly allowPrivate: boolean;
  /** How its user allows them. Default: that of MCP servers. */
  readonly hint?: string;
}

/** As much of `fetch` as a client of the protocol uses. */
export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` that looks at the address it really connects to, at the moment it does: a name that leads into the own
 * network is refused, also one that led elsewhere a moment ago. Redirects are handed back, not followed.
 */
export function createGuardedFetch({ allowPrivate, hint }: GuardedFetchOptions): GuardedFetch {
  const refused = toRefused(hint);
  const lookup = publicOnly(refused);
  return async (input, init = {}) => {
    const url = new URL(input);
    if (!allowPrivate) assertPublic(url, refused);
    const { method = 'GET', body, signal } = init;
    const headers = Object.fromEntries(new Headers(init.headers));
    const options = { method, headers, ...(allowPrivate ? {} : { lookup }) };
    signal?.throwIfAborted();
    const ended = signal ?? undefined;
    return toResponse(await send(url, options, toText(body), ended), ended);
  };
}

type Refused = (host: string, problem: string) => Error;

function assertPublic({ protocol, hostname }: URL, refused: Refused): void {
  if (protocol !== 'https:' && protocol !== 'http:') throw refused(hostname, `it is not spoken with over ${protocol}`);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw refused(host, 'it is an address of a private network');
}

/** Resolves a name as Node does, and fails where it leads into a private network. */
const publicOnly =
  (refused: Refused): LookupFunction =>
  (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0);
      const inside = addresses.find(({ address }) => isPrivateAddress(address));
      if (inside !== undefined) {
        return done(refused(hostname, `it leads to ${inside.address}, an address of a private network`), '', 0);
      }
      const [first] = addresses;
      if (options.all === true) return done(null, addresses);
      return done(null, first?.address ?? '', first?.family ?? 0);
    });
  };

function toRefused(suggestion: string | undefined): Refused {
  const more = suggestion === undefined ? {} : { details: { suggestion } };
  return (host, problem) => gatewayErrors.create('GATEWAY_MCP_ADDRESS_REFUSED', { host, problem }, more);
}

function toText(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null || typeof body === 'string') return body ?? undefined;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Cannot send this kind of body: expected text');
}

function send(
  url: URL,
  options: RequestOptions,
  body: string | undefined,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, resolve);
    request.on('error', (error) => reject(isToolError(error) ? error : toFailure(error, signal)));
    if (signal !== undefined) endWith(request, signal);
    request.end(body);
  });
}

/** Node's own `signal` ends a socket with an error that nobody hears once its answer is whole: that ends the process. */
function endWith(request: ClientRequest, signal: AbortSignal): void {
  const end = () => void request.destroy();
  signal.addEventListener('abort', end, { once: true });
  request.once('close', () => signal.removeEventListener('abort', end));
}

/** Returns the reason of the abort for an aborted request. */
function toFailure(cause: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted === true ? signal.reason : new ConnectionLost(cause);
}

/** These may not have a body, by what `Response` allows. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse(incoming: IncomingMessage, signal: AbortSignal | undefined): Response {
  const { statusCode: status = 502, statusMessage: statusText = '' } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  }
  if (bodiless.has(status)) {
    incoming.resume();
    return new Response(null, { status, statusText, headers });
  }
  const isEvents = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const body = Readable.from(boundedBody(readChunks(incoming, signal), isEvents));
  // One that is turned away before anybody has read of it would keep its connection.
  body.once('close', () => incoming.destroy());
  return new Response(Readable.toWeb(body) as ReadableStream, { status, statusText, headers });
}

async function* readChunks(incoming: IncomingMessage, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* incoming as AsyncIterable<Uint8Array>;
    // An aborted body is incomplete, even if it seems whole.
    signal?.throwIfAborted();
  } catch (cause) {
    throw toFailure(cause, signal);
  }
}
