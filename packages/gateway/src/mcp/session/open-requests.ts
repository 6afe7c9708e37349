import { isPlainObject } from '@helve/core';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

type Id = string | number;

/** The requests of a session that wait for their response. */
export interface OpenRequests {
  /** Takes the requests of a body; returns an id that another request has already, and then takes none. */
  take(body: unknown, gone: AbortSignal): Id | undefined;
  /** Gives up the requests of a body that the transport has refused. */
  forget(body: unknown): void;
  /** Ends the streams of the requests that a body cancels: the SDK sends no response to them. */
  endCancelled(body: unknown): void;
}

/** Follows the requests of a session, up to the responses that its transport sends. */
export function followRequests(transport: WebStandardStreamableHTTPServerTransport): OpenRequests {
  /** True for those that came alone, and have a stream of their own. */
  const open = new Map<Id, boolean>();
  const send = transport.send.bind(transport);
  Object.assign(transport, {
    async send(...args: Parameters<typeof send>) {
      const [message] = args;
      if (!('method' in message) && message.id !== undefined) open.delete(message.id);
      await send(...args);
    },
  });
  return {
    take(body, gone) {
      const ids = messagesOf(body).flatMap(readRequestId);
      const taken = ids.find((id, index) => open.has(id) || ids.indexOf(id) !== index);
      if (taken !== undefined) return taken;
      for (const id of ids) open.set(id, !Array.isArray(body));
      gone.addEventListener('abort', () => ids.forEach((id) => open.delete(id)), { once: true });
      return undefined;
    },
    forget(body) {
      for (const id of messagesOf(body).flatMap(readRequestId)) open.delete(id);
    },
    endCancelled(body) {
      for (const id of messagesOf(body).flatMap(readCancelledId)) {
        if (open.get(id) === true) transport.closeSSEStream(id);
        open.delete(id);
      }
    },
  };
}

function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? (body as readonly unknown[]) : [body];
}

function readRequestId(message: unknown): readonly Id[] {
  return isPlainObject(message) && typeof message['method'] === 'string' ? toIds(message['id']) : [];
}

function readCancelledId(message: unknown): readonly Id[] {
  if (!isPlainObject(message) || message['method'] !== 'notifications/cancelled') return [];
  const { params } = message;
  return isPlainObject(params) ? toIds(params['requestId']) : [];
}

function toIds(id: unknown): readonly Id[] {
  return typeof id === 'string' || typeof id === 'number' ? [id] : [];
}
