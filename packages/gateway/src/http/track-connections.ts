import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { CancelSource } from '@helve/core';
import type { RunningCalls } from './running-calls.js';

/** What ends the calls of each connection. */
export function trackConnections(
  server: Server,
  calls: RunningCalls,
): { get(socket: Socket): CancelSource | undefined } {
  const connections = new WeakMap<Socket, CancelSource>();
  server.on('connection', (socket) => {
    const connection = calls.connect();
    connections.set(socket, connection);
    socket.once('close', () => calls.disconnect(connection));
  });
  return connections;
}
