import type { Secret } from '@helve/core';
import type { WebSocket } from 'ws';
import { CapabilityFatalError } from '../../error/fatal-errors.js';
import { CapabilityInputError } from '../../error/input-errors.js';
import { CapabilityTransientError } from '../../error/transient-errors.js';
import { readWorkerFrame } from '../../wire/frame-table.js';
import type { Channel, HostFrame } from '../../wire/frame.js';
import { toLine } from '../../wire/to-line.js';
import { WIRE_KEY } from '../../wire/wire-type.js';
import type { Transport, TransportFlags, TransportListener, WorkerExit } from '../transport.js';
import { assertToken, toBearer } from './bearer-token.js';
import { readRelayNotice, relayNotice, type RelayedExit } from './relay-notice.js';
import type { SocketMessage } from './relay-socket.js';

/** A worker that another machine starts for this host. */
export interface WebSocketSpec {
  readonly kind: 'webSocket';
  /** `wss:`, or `ws:` on this machine. */
  readonly url: string;
  readonly token: Secret;
  /** Allows `ws:` beyond this machine, for a private network. */
  readonly allowPlain?: boolean;
  /** PEM certificate of the authority that signed the machine's certificate, if not a public one. */
  readonly ca?: string;
  /** PEM certificate and key by which this host shows who it is. */
  readonly cert?: string;
  readonly key?: string;
}

/** Guarantees on the other machine, where the worker is a process. */
export const webSocketFlags: TransportFlags = Object.freeze({
  ownEnv: 'yes',
  crashBoundary: true,
  forcedStop: true,
  controlThread: true,
});

const HANDSHAKE_MS = 10_000;
const TERM_GRACE_MS = 500;
/** Time limit for the other machine to report the end of a worker. */
const NEWS_MS = 1000;

export function createWebSocketTransport(spec: WebSocketSpec, maxFrameBytes: number): Transport {
  return new WebSocketTransport(spec, maxFrameBytes);
}

/** One connection is one life of a worker: text messages are the main channel, binary ones the control channel. */
class WebSocketTransport implements Transport {
  readonly kind = 'webSocket';
  readonly flags = webSocketFlags;
  readonly mode = 'json';
  /** Undefined: the process runs on another machine. */
  readonly pid = undefined;
  readonly #spec: WebSocketSpec;
  readonly #maxFrameBytes: number;
  /** Messages sent before the connection opened. */
  readonly #early: (readonly [text: string, channel: Channel])[] = [];
  #socket: WebSocket | undefined;
  #listener: TransportListener | undefined;
  #expected = false;
  #over = false;
  #resolveGone: (() => void) | undefined;
  readonly #gone = new Promise<void>((resolve) => {
    this.#resolveGone = resolve;
  });

  constructor(spec: WebSocketSpec, maxFrameBytes: number) {
    this.#spec = spec;
    this.#maxFrameBytes = maxFrameBytes;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
    this.#connect().catch((error: unknown) => this.#end({ error: error as Error }));
  }

  send(frame: HostFrame, channel: Channel = 'main'): void {
    if (frame.method === 'shutdown') this.#expected = true;
    this.#write(toLine(frame, this.#maxFrameBytes), channel);
  }

  async terminate(graceMs: number = TERM_GRACE_MS): Promise<void> {
    this.#expected = true;
    if (this.#isOpen()) this.#write(relayNotice('relay/terminate', { graceMs }), 'main');
    const silent = setTimeout(() => this.#hangUp(), this.#isOpen() ? graceMs + NEWS_MS : 0);
    await this.#gone;
    clearTimeout(silent);
  }

  async #connect(): Promise<void> {
    const { url, token, ca, cert, key } = this.#spec;
    assertToken(token);
    assertPrivate(this.#spec);
    // Loaded only for remote workers.
    const { WebSocket: Socket } = await import('ws');
    if (this.#over) return;
    const socket = new Socket(url, {
      headers: { authorization: toBearer(token) },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: this.#maxFrameBytes,
      perMessageDeflate: false,
      followRedirects: false,
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    });
    this.#socket = socket;
    socket.on('open', () => this.#onOpen());
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy();
      this.#end({ error: refusedBy(url, statusCode) });
    });
    socket.on('error', (error) => this.#onError(error));
    socket.on('close', (code) => this.#end({ lost: `the connection ended with code ${code}` }));
  }

  #onOpen(): void {
    for (const [text, channel] of this.#early.splice(0)) this.#write(text, channel);
  }

  #onError(error: Error): void {
    if (this.#isOpen()) this.#end({ lost: error.message });
    else this.#end({ error: unreachable(this.#spec.url, error) });
  }

  #write(text: string, channel: Channel): void {
    if (this.#over) return;
    if (!this.#isOpen()) this.#early.push([text, channel]);
    else this.#socket?.send(channel === 'control' ? Buffer.from(text) : text, { binary: channel === 'control' });
  }

  #onMessage(data: SocketMessage, isBinary: boolean): void {
    const text = messageText(data);
    const message = parseJson(text);
    const notice = readRelayNotice(message);
    if (notice?.method === 'relay/output') this.#listener?.onOutput?.(notice.params);
    else if (notice?.method === 'relay/exit') this.#end(fromRelayed(notice.params));
    else this.#onFrame(message, isBinary ? 'control' : 'main', text.includes(WIRE_KEY));
  }

  #onFrame(message: unknown, channel: Channel, tagged: boolean): void {
    if (this.#over) return;
    const received = readWorkerFrame(message);
    if (received.kind === 'frame') this.#listener?.onFrame(received.frame, channel, tagged);
    else if (received.kind === 'unknown') this.#listener?.onNote?.({ kind: 'unknown-method', method: received.method });
    else this.#end({ garbage: received.problem });
  }

  #isOpen(): boolean {
    return this.#socket?.readyState === 1;
  }

  #hangUp(): void {
    this.#end(this.#isOpen() ? { lost: 'the other machine did not say how it ended' } : {});
  }

  /** Ends the transport; the other machine ends the worker when the connection is gone. */
  #end(end: Partial<WorkerExit>): void {
    if (this.#over) return;
    this.#over = true;
    this.#socket?.on('error', () => undefined);
    this.#socket?.terminate();
    this.#listener?.onExit({ code: null, signal: null, lastStderr: '', ...end, expected: this.#expected });
    this.#resolveGone?.();
  }
}

function fromRelayed({ problem, ...exit }: RelayedExit): Partial<WorkerExit> {
  return problem === undefined ? exit : { ...exit, error: new CapabilityFatalError(`Cannot start: ${problem}`) };
}

/** Returns the bytes of one message as text. */
export function messageText(data: SocketMessage): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}

/** Parses JSON; undefined for anything else, which is not a frame either. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Refuses to send a token as plain text, unless allowed. */
function assertPrivate({ url, allowPlain = false }: WebSocketSpec): void {
  const { protocol, hostname } = toUrl(url);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  if (protocol === 'wss:' || (protocol === 'ws:' && (isLocal || allowPlain))) return;
  throw badUrl(
    url,
    protocol === 'ws:' ? 'it would send the token as plain text; use "wss:"' : 'it does not use "wss:"',
  );
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

function refusedBy(url: string, status: number): Error {
  const message = `Cannot connect to "${url}": it answered with status ${status}`;
  if (status === 503) return new CapabilityTransientError(message);
  return new CapabilityFatalError(message, status === 401 ? { errorType: 'AUTH' } : {});
}

/** Creates the error for a failed connection; a wrong certificate is permanent. */
function unreachable(url: string, cause: Error): Error {
  const message = `Cannot connect to "${url}": ${cause.message}`;
  const isImpostor = 'code' in cause && /CERT|LEAF_SIGNATURE|HOSTNAME_MISMATCH/.test(String(cause.code));
  return isImpostor ? new CapabilityFatalError(message, { cause }) : new CapabilityTransientError(message, { cause });
}
