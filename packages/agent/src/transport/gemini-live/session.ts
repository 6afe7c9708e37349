import type { JsonObject } from '@helve/core';
import { toFields } from '../read-field.js';

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
