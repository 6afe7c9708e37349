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

/** True for a message with more than one Host header, of which the server shows but the first. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** A header of a request by its name in lower case; null if it has none. */
export function headerOf(asked: Asked, name: string): string | null {
  const incoming = incomingOf(asked);
  if (incoming === undefined) return toRequest(asked).headers.get(name);
  const value = incoming.headers[name];
  return value === undefined ? null : typeof value === 'string' ? value.trim() : value.join(', ');
}
