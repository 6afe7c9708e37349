import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** A handler of web requests as one of Node's server. */
export function toNodeHandler(fetch: (request: Request) => Promise<Response>) {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => void listener(incoming, outgoing);
}
