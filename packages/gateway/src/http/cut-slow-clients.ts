import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.js';

interface Stalled {
  readonly bytesWritten: number;
  readonly sinceMs: number;
}

/** Cuts connections whose client reads nothing of its response, which would stay in memory and keep its call alive. */
export function cutSlowClients(server: Server, { open }: Connections, slowClientMs: number): void {
  if (slowClientMs === 0) return;
  const stalled = new WeakMap<Socket, Stalled>();
  const look = setInterval(
    () => {
      for (const { socket } of open) checkSocket(socket, stalled, slowClientMs);
    },
    Math.max(50, Math.min(slowClientMs / 4, 5_000)),
  );
  look.unref();
  server.once('close', () => clearInterval(look));
}

function checkSocket(socket: Socket, stalled: WeakMap<Socket, Stalled>, slowClientMs: number): void {
  const { bytesWritten, writableLength } = socket;
  // Bytes that the system has taken count as read.
  const sent = bytesWritten - writableLength;
  const before = stalled.get(socket);
  if (writableLength === 0) stalled.delete(socket);
  else if (before?.bytesWritten !== sent) stalled.set(socket, { bytesWritten: sent, sinceMs: performance.now() });
  else if (performance.now() - before.sinceMs >= slowClientMs) socket.destroy();
}
