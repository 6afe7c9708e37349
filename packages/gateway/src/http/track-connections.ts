import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CancelSource } from '@helve/core';
import type { RunningCalls } from './running-calls.js';

/** The line of one client to this server. */
export interface Connection {
  readonly socket: Socket;
  /** Ends the calls of this client. */
  readonly end: CancelSource;
  /** How many of its requests wait for an answer. */
  waiting: number;
}

/** All of them. */
export interface Connections {
  closing: boolean;
  readonly open: ReadonlySet<Connection>;
  /** A request waits for its answer until that is closed. */
  wait(connection: Connection | undefined, answer: ServerResponse): void;
}

// On the socket itself: to look it up in a map would cost every request.
const kept = Symbol('connection');

type Carrier = Socket & { [kept]?: Connection };

/** The connection that a request came by. */
export function connectionOf({ socket }: IncomingMessage): Connection | undefined {
  return (socket as Carrier)[kept];
}

/** Knows who is connected to a server, and who of them waits. */
export function trackConnections(server: Server, calls: RunningCalls): Connections {
  const open = new Set<Connection>();
  server.on('connection', (socket: Carrier) => {
    const connection: Connection = { socket, end: calls.connect(), waiting: 0 };
    socket[kept] = connection;
    open.add(connection);
    socket.once('close', () => {
      open.delete(connection);
      calls.disconnect(connection.end);
    });
  });
  const connections: Connections = {
    closing: false,
    open,
    wait: (connection, answer) => {
      if (connection === undefined) return;
      connection.waiting += 1;
      // It closes once.
      answer.on('close', () => {
        connection.waiting -= 1;
        // Clients keep connections for what comes next; nothing does.
        if (connections.closing) connection.socket.destroySoon();
      });
    },
  };
  return connections;
}
