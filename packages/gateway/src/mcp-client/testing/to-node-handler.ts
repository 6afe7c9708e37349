import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Serves requests of Node's server with a handler of the Fetch API. */
export function toNodeHandler(fetch: (request: Request) => Promise<Response>) {
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const chunks: Uint8Array[] = await incoming.toArray();
    const response = await fetch(
      new Request(`http://${incoming.headers.host}${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
        signal: gone.signal,
        ...(incoming.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
      }),
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) outgoing.end();
    else Readable.fromWeb(response.body).pipe(outgoing);
  };
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => void serve(incoming, outgoing);
}
