import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { checkGeminiRequest } from './check-gemini-request.js';
import { toWirePeer, type WirePeer } from './wire-peer.js';

/** The server's response to one request. */
export interface WireResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body in one piece. */
  readonly json?: unknown;
  /** Server-sent events; strings are sent unchanged. */
  readonly sse?: readonly unknown[];
  /** Lines of JSON; strings are sent unchanged. */
  readonly ndjson?: readonly unknown[];
  /** Leaves the response open after its events, or breaks its connection. */
  readonly then?: 'hang' | 'break';
}

/** A request that the server received. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A local server that plays recorded or transcribed responses, and keeps the requests. */
export interface WireServer {
  readonly url: string;
  readonly requests: readonly WireRequest[];
  /** Queues responses; each request takes the next one. */
  respond(...answers: readonly WireResponse[]): void;
  /** Waits for the next WebSocket. */
  nextPeer(): Promise<WirePeer>;
  /** Breaks all connections and takes none for a while, as a server does that starts anew. */
  restart(downMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Bytes per write: few, so that every reader meets events that are torn apart. */
const SLICE = 113;

/** Starts a server on a free port of this machine. */
export async function startWireServer(): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const answers: WireResponse[] = [];
  const peers: WirePeer[] = [];
  const waiting: ((peer: WirePeer) => void)[] = [];
  const server = createServer((request, response) => {
    void handle(request, response, requests, answers);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    const peer = toWirePeer(socket, request.url ?? '', () => request.socket.resetAndDestroy());
    const next = waiting.shift();
    if (next === undefined) peers.push(peer);
    else next(peer);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    respond: (...more) => void answers.push(...more),
    nextPeer: () => {
      const peer = peers.shift();
      return peer === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(peer);
    },
    restart: async (downMs) => {
      await stop();
      await new Promise((resolve) => setTimeout(resolve, downMs));
      await listen(port);
    },
    close: () => {
      sockets.close();
      return stop();
    },
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  requests: WireRequest[],
  answers: WireResponse[],
): Promise<void> {
  const body = await readBody(request);
  const path = request.url ?? '';
  requests.push({ method: request.method ?? '', path, headers: request.headers, body });
  await play(findRefusal(path, body) ?? answers.shift() ?? silence, response);
}

/** Rejects unknown keys, as Google's API does; the paths of Vertex name a publisher. */
function findRefusal(path: string, body: unknown): WireResponse | undefined {
  if (!/generateContent/i.test(path)) return undefined;
  return checkGeminiRequest(body, path.includes('/publishers/') ? 'vertex' : 'gemini');
}

const silence: WireResponse = { status: 500, json: { error: { message: 'The wire server has nothing more to say' } } };

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}

async function play(answer: WireResponse, response: ServerResponse): Promise<void> {
  const { text, type } = renderBody(answer);
  response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += SLICE) {
    response.write(bytes.subarray(at, at + SLICE));
    // Waits for one round of the event loop, so that slices leave as separate packets.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (answer.then === 'break') response.destroy();
  else if (answer.then !== 'hang') response.end();
}

function renderBody({ sse, ndjson, json }: WireResponse): { readonly text: string; readonly type: string } {
  if (sse !== undefined) return { text: sse.map(toEvent).join(''), type: 'text/event-stream' };
  if (ndjson !== undefined)
    return { text: ndjson.map((line) => `${toText(line)}\n`).join(''), type: 'application/x-ndjson' };
  return { text: JSON.stringify(json ?? {}), type: 'application/json' };
}

/** Formats an event; vendors that name their events repeat the name in `type`. */
function toEvent(event: unknown): string {
  const named = typeof event === 'object' && event !== null && 'type' in event;
  return `${named ? `event: ${String(event.type)}\n` : ''}data: ${toText(event)}\n\n`;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
