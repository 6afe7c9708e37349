import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Secret } from '@helve/core';
import { defaultLimits } from '../../wire/limits.js';
import { assertToken, isBearer } from './bearer-token.js';
import { defaultLeaseMs, defaultMaxFileBytes } from './line-limits.js';
import { RECEIVED_HEADER, SESSION_HEADER } from './open-socket.js';
import { relayNotice } from './relay-notice.js';
import type { RelaySocket } from './relay-socket.js';
import { WorkerRelay, type ServedWorker } from './worker-relay.js';

/** Decides anew for each life of a worker how it is run. */
export type ServedCapability = ServedWorker | ((session: string) => Promise<ServedWorker>);

export interface ServeWorkersOptions {
  /** Capabilities by name, each served at `/worker/NAME`. */
  readonly workers: Readonly<Record<string, ServedCapability>>;
  /** Tokens of hosts, of at least 16 characters; two at once let one be changed without a gap. A function is asked for each connection. */
  readonly tokens: readonly Secret[] | (() => Promise<readonly Secret[]>);
  /** Address to listen on. Default: `127.0.0.1`. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** A server that does not listen yet, for example one with TLS. */
  readonly server?: Server | SecureServer;
  readonly maxWorkers?: number;
  readonly maxFrameBytes?: number;
  /** Largest file that is taken from a host. */
  readonly maxFileBytes?: number;
  /** Interval of pings; the connection of a host that is silent for two intervals is broken. */
  readonly pingMs?: number;
  /** Time for which the worker of a broken line is kept, and the results of its calls; 0 ends it at once. */
  readonly leaseMs?: number;
}

/** A listener that runs workers for remote hosts. */
export interface WorkerListener {
  readonly host: string;
  readonly port: number;
  /** Number of running workers. */
  readonly workers: number;
  /** Refuses new workers and calls; resolves when the running calls are answered and every worker is gone, at the latest after `graceMs`. */
  drain(graceMs: number): Promise<void>;
  /** Closes all connections; resolves when every worker is gone. */
  close(): Promise<void>;
}

const MAX_WORKERS = 16;
const PING_MS = 5000;

interface Served {
  readonly name: string;
  readonly relay: WorkerRelay;
}

/** Listens for hosts and runs one worker per line; refuses hosts without a token. */
export async function serveWorkers(options: ServeWorkersOptions): Promise<WorkerListener> {
  const { workers, host = '127.0.0.1', port = 0, server = createServer() } = options;
  const { maxWorkers = MAX_WORKERS, maxFrameBytes = defaultLimits.maxFrameBytes } = options;
  const { pingMs = PING_MS, leaseMs = defaultLeaseMs, maxFileBytes = defaultMaxFileBytes } = options;
  await readTokens(options);
  const { WebSocketServer } = await import('ws');
  const doors = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  const lines = new Map<string, Served>();
  let isDraining = false;

  const join = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const status = await refusal(request, options);
    const wanted = readLine(request);
    if (status !== undefined || wanted === undefined) return refuse(socket, status ?? 404);
    const { name, session, received } = wanted;
    const known = lines.get(session);
    const capability = Object.hasOwn(workers, name) ? workers[name] : undefined;
    if (capability === undefined) return refuse(socket, 404);
    if (received !== undefined && known?.name !== name) return refuse(socket, 410);
    if (received === undefined && known !== undefined) return refuse(socket, 409);
    if (known === undefined && (isDraining || lines.size >= maxWorkers)) return refuse(socket, 503);
    const enter = (begin: (connection: RelaySocket) => void) => doors.handleUpgrade(request, socket, head, begin);
    if (known !== undefined) return enter((connection) => known.relay.attach(connection, received ?? 0));
    try {
      const worker = typeof capability === 'function' ? await capability(session) : capability;
      enter((connection) => {
        const relay = new WorkerRelay({ session, worker, maxFrameBytes, maxFileBytes, pingMs, leaseMs });
        lines.set(session, { name, relay });
        void relay.gone.then(() => lines.delete(session));
        relay.attach(connection, 0);
      });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      enter((connection) => sayProblem(connection, problem));
    }
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/health') return sayHealth(response, isDraining);
    response.writeHead(426, { connection: 'close' }).end();
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    join(request, socket, head).catch(() => refuse(socket, 500));
  });
  const at = await listen(server, port, host);
  const close = async () => {
    isDraining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    const all = [...lines.values()];
    for (const { relay } of all) relay.end();
    await Promise.all([closed, ...all.map(({ relay }) => relay.gone)]);
  };
  return {
    host: at.address,
    port: at.port,
    get workers() {
      return lines.size;
    },
    async drain(graceMs) {
      isDraining = true;
      const all = [...lines.values()];
      for (const { relay } of all) relay.drain();
      let late: NodeJS.Timeout | undefined;
      const given = new Promise((resolve) => (late = setTimeout(resolve, graceMs)));
      await Promise.race([given, Promise.all(all.map(({ relay }) => relay.gone))]);
      clearTimeout(late);
      await close();
    },
    close,
  };
}

async function readTokens({ tokens }: ServeWorkersOptions): Promise<readonly Secret[]> {
  const all = typeof tokens === 'function' ? await tokens() : tokens;
  assertToken(all[0]);
  for (const token of all) assertToken(token);
  return all;
}

/** Returns the status that refuses a request. Browsers send an origin; hosts never do. */
async function refusal({ headers }: IncomingMessage, options: ServeWorkersOptions): Promise<number | undefined> {
  const known = (await readTokens(options)).filter((token) => isBearer(headers.authorization, token));
  if (known.length === 0) return 401;
  return headers.origin === undefined ? undefined : 403;
}

/** The capability and the line that a request names. */
function readLine({ url = '', headers }: IncomingMessage) {
  const name = /^\/worker\/([A-Za-z0-9_-]{1,64})$/.exec(url)?.[1];
  const { [SESSION_HEADER]: session, [RECEIVED_HEADER]: received } = headers;
  const isSession = typeof session === 'string' && /^[0-9a-f-]{36}$/.test(session);
  if (name === undefined || !isSession) return undefined;
  return { name, session, received: received === undefined ? undefined : Number(received) || 0 };
}

function sayHealth(response: ServerResponse, isDraining: boolean): void {
  const body = JSON.stringify({ status: isDraining ? 'draining' : 'serving' });
  response.writeHead(isDraining ? 503 : 200, { 'content-type': 'application/json', connection: 'close' }).end(body);
}

/** Tells a host why its worker cannot be started. */
function sayProblem(connection: RelaySocket, problem: string): void {
  const exit = { code: null, signal: null, lastStderr: '', problem };
  connection.on('error', () => undefined);
  connection.send(relayNotice('relay/welcome', { received: 0, leaseMs: 0, pingMs: PING_MS }), { binary: false });
  connection.send(relayNotice('relay/exit', exit), { binary: false });
  connection.close(1000);
}

function refuse(socket: Duplex, status: number): void {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function listen(server: Server | SecureServer, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}
