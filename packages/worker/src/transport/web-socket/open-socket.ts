import type { Secret } from '@helve/core';
import { CapabilityFatalError, WorkerProtocolError } from '../../error/fatal-errors.js';
import { CapabilityInputError } from '../../error/input-errors.js';
import { CapabilityTransientError } from '../../error/transient-errors.js';
import { assertToken, toBearer } from './bearer-token.js';
import { readRelayNotice, type RelayNotices } from './relay-notice.js';
import type { RelaySocket, SocketMessage } from './relay-socket.js';
import { parseMessage } from './resumable-line.js';

/** A worker that another machine starts for this host. */
export interface WebSocketSpec {
  readonly kind: 'webSocket';
  /** `wss:`, or `ws:` on this machine, with the path `/worker/NAME`. */
  readonly url: string;
  readonly token: Secret;
  /** Allows `ws:` beyond this machine, for a private network. */
  readonly allowPlain?: boolean;
  /** PEM certificate of the authority that signed the machine's certificate, if not a public one. */
  readonly ca?: string;
  /** PEM certificate and key by which this host shows who it is. */
  readonly cert?: string;
  readonly key?: string;
  /** Largest file that is taken from the machine. Default: 16 GiB. */
  readonly maxFileBytes?: number;
}

/** Names the line that a connection begins or continues. */
export const SESSION_HEADER = 'helve-session';
/** Number of messages that arrived over it so far; only a connection that continues a line has it. */
export const RECEIVED_HEADER = 'helve-received';

export interface SocketEvents {
  readonly session: string;
  /** Number of messages that arrived over the line; undefined begins it. */
  readonly received: number | undefined;
  readonly maxPayload: number;
  readonly onMessage: (data: SocketMessage, isBinary: boolean) => void;
  readonly onClose: (why: string) => void;
}

/** A connection whose machine has said how it goes on. */
export interface OpenSocket {
  readonly socket: RelaySocket;
  readonly welcome: RelayNotices['relay/welcome'];
  /** Time that the last ping took to the machine and back. */
  readonly roundTripMs: number | undefined;
}

const HANDSHAKE_MS = 10_000;

/** Connects to a machine; rejects with a transient error where another attempt may succeed. */
export async function openSocket(spec: WebSocketSpec, events: SocketEvents): Promise<OpenSocket> {
  const { url, token, ca, cert, key } = spec;
  assertToken(token);
  assertPrivate(spec);
  // Loaded only for remote workers.
  const { WebSocket: Socket } = await import('ws');
  const { session, received } = events;
  const socket = new Socket(url, {
    headers: {
      authorization: toBearer(token),
      [SESSION_HEADER]: session,
      ...(received !== undefined && { [RECEIVED_HEADER]: String(received) }),
    },
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: events.maxPayload,
    perMessageDeflate: false,
    followRedirects: false,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  });
  return new Promise((resolve, reject) => {
    let isOpen = false;
    let silent: NodeJS.Timeout | undefined;
    let roundTripMs: number | undefined;
    const sign = (everyMs: number) => {
      clearTimeout(silent);
      silent = setTimeout(() => socket.terminate(), 3 * everyMs);
    };
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy();
      reject(refusedBy(url, statusCode));
    });
    socket.on('error', (error) => reject(unreachable(url, error)));
    socket.once('message', (data: SocketMessage, isBinary) => {
      const notice = isBinary ? undefined : readRelayNotice(parseMessage(data).message);
      if (notice?.method !== 'relay/welcome') {
        socket.terminate();
        const reason = 'what answers there serves no workers';
        return reject(new WorkerProtocolError(`Cannot connect to "${url}": ${reason}`, { reason }));
      }
      isOpen = true;
      const { pingMs } = notice.params;
      sign(pingMs);
      let asked = performance.now();
      socket.on('pong', () => (roundTripMs = performance.now() - asked));
      socket.on('ping', () => {
        sign(pingMs);
        asked = performance.now();
        socket.ping();
      });
      socket.ping();
      socket.on('message', events.onMessage);
      resolve({
        socket,
        welcome: notice.params,
        get roundTripMs() {
          return roundTripMs;
        },
      });
    });
    socket.on('close', (code) => {
      clearTimeout(silent);
      const why = `the connection ended with code ${code}`;
      if (isOpen) events.onClose(why);
      else reject(new CapabilityTransientError(`Cannot connect to "${url}": ${why}`));
    });
  });
}

/** Refuses to send a token as plain text, unless allowed. */
function assertPrivate({ url, allowPlain = false }: WebSocketSpec): void {
  const { protocol, hostname } = toUrl(url);
  if (protocol === 'wss:' || (protocol === 'ws:' && (isLoopback(hostname) || allowPlain))) return;
  throw badUrl(
    url,
    protocol === 'ws:' ? 'it would send the token as plain text; use "wss:"' : 'it does not use "wss:"',
  );
}

/** True for addresses that do not leave this machine. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '[::1]', '::1'].includes(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function toUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw badUrl(url, 'it is not a URL');
  }
}

function badUrl(url: string, why: string): CapabilityInputError {
  return new CapabilityInputError(`Cannot connect to "${url}": ${why}`, { fieldsInvalid: ['url'] });
}

const refusals: Readonly<Record<number, string>> = Object.freeze({
  401: 'the token is wrong',
  403: 'it lets no pages of browsers in',
  404: 'it does not serve this capability',
  410: 'it no longer keeps the worker of this line',
});

function refusedBy(url: string, status: number): Error {
  const why = refusals[status] ?? `it answered with status ${status}`;
  const message = `Cannot connect to "${url}": ${why}`;
  if (status === 503) return new CapabilityTransientError(message);
  return new CapabilityFatalError(message, status === 401 ? { errorType: 'AUTH' } : {});
}

/** Creates the error for a failed connection; a wrong certificate is permanent. */
function unreachable(url: string, cause: Error): Error {
  const message = `Cannot connect to "${url}": ${cause.message}`;
  const isImpostor = 'code' in cause && /CERT|LEAF_SIGNATURE|HOSTNAME_MISMATCH/.test(String(cause.code));
  return isImpostor ? new CapabilityFatalError(message, { cause }) : new CapabilityTransientError(message, { cause });
}
