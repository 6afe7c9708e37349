import type { IncomingMessage } from 'node:http';
import { IncomingRequest, toRequest, type Asked } from './asked.js';

// On the request itself: a map of so many short lives would cost more than all that it saves.
const kept = Symbol('incoming');

type Carrier = Request & { [kept]?: IncomingMessage };

/** Lets those who read a request read what the server has of it already, instead of objects that are made of that. */
export function keepIncoming(request: Carrier, incoming: IncomingMessage): void {
  request[kept] = incoming;
}

/** What a server of this process has of a request, if one does. */
export function incomingOf(asked: Asked): IncomingMessage | undefined {
  return asked instanceof IncomingRequest ? asked.incoming : (asked as Carrier)[kept];
}

/** A header of a request by its name in lower case; null if it has none. */
export function headerOf(asked: Asked, name: string): string | null {
  const incoming = incomingOf(asked);
  if (incoming === undefined) return toRequest(asked).headers.get(name);
  const value = incoming.headers[name];
  return value === undefined ? null : typeof value === 'string' ? value.trim() : value.join(', ');
}
