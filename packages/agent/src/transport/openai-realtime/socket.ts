import { toFields } from '../read-field.js';

/** The SDK's `OpenAIRealtimeWS` or `OpenAIRealtimeWebSocket`, which sends and emits objects. */
export interface RealtimeEmitter {
  on(event: 'event', listener: (event: never) => void): unknown;
  send(event: never): void;
  close(): void;
  readonly socket?: object;
}

/** A plain WebSocket, of the platform or of `ws`. */
export interface RealtimeWebSocket {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  send(text: string): void;
  close(): void;
  readonly readyState: number;
}

export type RealtimeSocket = RealtimeEmitter | RealtimeWebSocket;

/** Opens a socket; called once more for each connection. */
export type RealtimeConnect = () => RealtimeSocket | Promise<RealtimeSocket>;

/** The part of either that the transport needs. */
export interface RealtimeWire {
  send(event: object): void;
  close(): void;
  /** Stops or continues reading, where the socket can do that. */
  setReading(reads: boolean): void;
  /** Resolves when events can be sent; rejects if they never can. */
  whenOpen(): Promise<void>;
}

export interface WireListener {
  event(event: unknown): void;
  unreadable(text: string): void;
  failed(error: unknown): void;
  closed(): void;
}

interface EventSource {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: unknown) => void): void;
}

/** Listens to a socket of either kind. */
export function toWire(socket: RealtimeSocket, listener: WireListener): RealtimeWire {
  const source = findEventSource(socket);
  source?.addEventListener('error', (event) => listener.failed(toFields(event)['error'] ?? event));
  source?.addEventListener('close', () => listener.closed());
  source?.addEventListener('message', (event) => readMessage(toFields(event)['data'], listener));
  if (source === undefined && 'on' in socket) socket.on('event', listener.event);
  // An emitter without a listener for errors throws them.
  if ('on' in socket) Reflect.apply(socket.on, socket, ['error', () => undefined]);
  return {
    send: (event) => {
      Reflect.apply(socket.send, socket, [isEmitter(socket) ? event : JSON.stringify(event)]);
    },
    close: () => socket.close(),
    setReading: (reads) => {
      const act = toFields(source)[reads ? 'resume' : 'pause'];
      if (typeof act === 'function') Reflect.apply(act, source, []);
    },
    whenOpen: () => (source === undefined ? Promise.resolve() : untilOpen(source)),
  };
}

function readMessage(data: unknown, listener: WireListener): void {
  const text = typeof data === 'string' ? data : String(data);
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    listener.unreadable(text);
    return;
  }
  listener.event(event);
}

function isEmitter(socket: RealtimeSocket): socket is RealtimeEmitter {
  return !('readyState' in socket);
}

/** Returns the socket itself, under the SDK's emitter where there is one. */
function findEventSource(socket: RealtimeSocket): EventSource | undefined {
  const inner: unknown = isEmitter(socket) ? socket.socket : socket;
  return isEventSource(inner) ? inner : undefined;
}

function isEventSource(value: unknown): value is EventSource {
  return typeof value === 'object' && value !== null && 'addEventListener' in value && 'readyState' in value;
}

function untilOpen(source: EventSource): Promise<void> {
  if (source.readyState === 1) return Promise.resolve();
  return new Promise((resolve, reject) => {
    if (source.readyState > 1) reject(new Error('the connection is closed'));
    source.addEventListener('open', () => resolve());
    source.addEventListener('error', (event) => reject(toError(toFields(event)['error'])));
    source.addEventListener('close', () => reject(new Error('the connection was closed before it opened')));
  });
}

function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error('the connection failed');
}
