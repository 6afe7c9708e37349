import type { JsonObject } from '@helve/core';
import { toFields, toText } from '../read-field.js';

/** The part of the SDK's live `Session` that a conversation needs. */
export interface GeminiLiveSession {
  sendClientContent(params: object): void;
  sendRealtimeInput(params: object): void;
  sendToolResponse(params: object): void;
  close(): void;
  /** Changes instructions and tools of a session; newer SDKs only. */
  sendContextUpdate?(params: object): void;
}

/** Arguments of `ai.live.connect` beside the model. */
export interface GeminiLiveConnection {
  readonly config: JsonObject;
  readonly callbacks: {
    onmessage(message: unknown): void;
    onerror(event: unknown): void;
    onclose(event: unknown): void;
  };
}

/** Connects with the tools and instructions of the session that is opened. */
export type GeminiLiveConnect = (connection: GeminiLiveConnection) => Promise<GeminiLiveSession>;

interface EventSource {
  addEventListener(type: string, listener: (event: unknown) => void): void;
}

/** Listens to a connected session through its socket; false if there is none. */
export function listenTo(session: GeminiLiveSession, callbacks: GeminiLiveConnection['callbacks']): boolean {
  const socket: unknown = toFields(toFields(session)['conn'])['ws'];
  if (!isEventSource(socket)) return false;
  socket.addEventListener('message', (event) => callbacks.onmessage(String(toFields(event)['data'])));
  socket.addEventListener('error', callbacks.onerror);
  socket.addEventListener('close', callbacks.onclose);
  return true;
}

function isEventSource(value: unknown): value is EventSource {
  return typeof value === 'object' && value !== null && 'addEventListener' in value;
}

/** Connects; rejects when the connection is closed before it is there, which the SDK waits for without end. */
export function connectLive(connect: GeminiLiveConnect, connection: GeminiLiveConnection): Promise<GeminiLiveSession> {
  const { config, callbacks } = connection;
  return new Promise((resolve, reject) => {
    const failed = (event: unknown) => {
      const { error, reason } = toFields(event);
      reject(error instanceof Error ? error : new Error(toText(reason) || 'the connection was closed'));
    };
    const watched = {
      onmessage: callbacks.onmessage,
      onerror: (event: unknown) => (failed(event), callbacks.onerror(event)),
      onclose: (event: unknown) => (failed(event), callbacks.onclose(event)),
    };
    connect({ config, callbacks: watched }).then(resolve, reject);
  });
}

/** Stops or continues reading from the socket of a session, where it has one that can. */
export function setReading(session: GeminiLiveSession | undefined, reads: boolean): void {
  const socket = toFields(toFields(toFields(session)['conn'])['ws']);
  const act = socket[reads ? 'resume' : 'pause'];
  if (typeof act === 'function') Reflect.apply(act, socket, []);
}
