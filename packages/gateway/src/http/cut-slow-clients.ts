import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './track-connections.js';

interface Stalled {
  readonly bytesWritten: number;
  readonly sinceMs: number;
}

/** Cuts connections whose client reads nothing of what waits for it: an answer would stay in memory, and its call alive. */
export function cutSlowClients(server: Server, { open }: Connections, patienceMs: number): void {
  if (patienceMs === 0) return;
  const stalled = new WeakMap<Socket, Stalled>();
  const look = setInterval(
    () => {
      for (const { socket } of open) checkSocket(socket, stalled, patienceMs);
    },
    Math.max(50, Math.min(patienceMs / 4, 5_000)),
  );
  look.unref();
  server.once('close', () => clearInterval(look));
}

function checkSocket(socket: Socket, stalled: WeakMap<Socket, Stalled>, patienceMs: number): void {
  const { bytesWritten, writableLength } = socket;
  // What the system has taken counts as read.
  const sent = bytesWritten - writableLength;
  const before = stalled.get(socket);
  if (writableLength === 0) stalled.delete(socket);
  else if (before?.bytesWritten !== sent) stalled.set(socket, { bytesWritten: sent, sinceMs: performance.now() });
  else if (performance.now() - before.sinceMs >= patienceMs) socket.destroy();
}
