import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request received by a vendor's server. */
export interface VendorRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The body as JSON, if it is. */
  readonly json: unknown;
}

/** Response to one request; undefined means that it never responds. */
export interface VendorReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

/** A local server that speaks the wire format of a vendor and records its requests. */
export interface VendorServer {
  readonly url: string;
  readonly requests: readonly VendorRequest[];
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function startVendorServer(
  reply: (request: VendorRequest, turn: number) => VendorReply | undefined,
): Promise<VendorServer> {
  const requests: VendorRequest[] = [];
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((request) => {
      requests.push(request);
      const answer = reply(request, requests.length);
      if (answer === undefined) return;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(JSON.stringify(answer.json ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<VendorRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const url = new URL(incoming.url ?? '/', 'http://vendor');
  return { method: incoming.method ?? '', url, headers: incoming.headers, body, json: jsonIn(body) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
