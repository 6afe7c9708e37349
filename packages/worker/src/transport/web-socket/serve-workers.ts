import { createServer, STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Secret } from '@helve/core';
import { defaultLimits } from '../../wire/limits.js';
import { assertToken, isBearer } from './bearer-token.js';
import { WorkerRelay, type ServedWorker } from './worker-relay.js';

export interface ServeWorkersOptions {
  readonly worker: ServedWorker;
  /** Token of hosts; at least 16 characters. */
  readonly token: Secret;
  /** Address to listen on. Default: `127.0.0.1`. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** A server that does not listen yet, for example one with TLS. */
  readonly server?: Server | SecureServer;
  readonly maxWorkers?: number;
  readonly maxFrameBytes?: number;
  /** Interval of pings; a host that is silent for two intervals is gone. */
  readonly pingMs?: number;
}

/** A listener that runs workers for remote hosts. */
export interface WorkerListener {
  readonly host: string;
  readonly port: number;
  /** Number of running workers. */
  readonly workers: number;
  /** Closes all connections; resolves when every worker is gone. */
  close(): Promise<void>;
}

const MAX_WORKERS = 16;
const PING_MS = 5000;

/** Listens for hosts and runs one worker per connection; refuses hosts without the token. */
export async function serveWorkers(options: ServeWorkersOptions): Promise<WorkerListener> {
  assertToken(options.token);
  const { worker, host = '127.0.0.1', port = 0, server = createServer() } = options;
  const { maxWorkers = MAX_WORKERS, maxFrameBytes = defaultLimits.maxFrameBytes, pingMs = PING_MS } = options;
  const { WebSocketServer } = await import('ws');
  const doors = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  const relays = new Set<WorkerRelay>();
  server.on('request', (_request, response) => void response.writeHead(426, { connection: 'close' }).end());
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const status = refusal(request, options.token, relays.size >= maxWorkers);
    if (status !== undefined) return refuse(socket, status);
    doors.handleUpgrade(request, socket, head, (connection) => {
      const relay = new WorkerRelay(connection, { worker, maxFrameBytes, pingMs });
      relays.add(relay);
      void relay.gone.then(() => relays.delete(relay));
    });
  });
  const at = await listen(server, port, host);
  return {
    host: at.address,
    port: at.port,
    get workers() {
      return relays.size;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const relay of relays) relay.close();
      await Promise.all([closed, ...[...relays].map((relay) => relay.gone)]);
    },
  };
}

/** Returns the status that refuses a request. Browsers send an origin; hosts never do. */
function refusal({ headers }: IncomingMessage, token: Secret, isFull: boolean): number | undefined {
  if (!isBearer(headers.authorization, token)) return 401;
  if (headers.origin !== undefined) return 403;
  return isFull ? 503 : undefined;
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
