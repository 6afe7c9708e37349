import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { CancelSource } from '@helve/core';
import type { RunningCalls } from './running-calls.js';

/** The connection of one client to a server. */
export interface Connection {
  readonly socket: Socket;
  /** Ends the calls of this client: when it hangs up, or when the gateway ends all calls. */
  readonly end: CancelSource;
  /** Number of its requests that wait for a response. */
  waiting: number;
}

/** All connections to one server. */
export interface Connections {
  /** True as soon as the gateway begins to close: from then on, a connection ends with its last response. */
  closing: boolean;
  readonly open: ReadonlySet<Connection>;
}

const connectionKey = Symbol('connection');

type TrackedSocket = Socket & { [connectionKey]?: Connection };

/** Returns the connection that a message came by. */
export function findConnection({ socket }: IncomingMessage): Connection {
  const connection = (socket as TrackedSocket)[connectionKey];
  if (connection === undefined)
    throw new TypeError('Cannot find the connection of a message: its server is not tracked');
  return connection;
}

/** Tracks who is connected to a server, and who of them waits. */
export function trackConnections(server: Server, calls: RunningCalls): Connections {
  const open = new Set<Connection>();
  server.on('connection', (socket: TrackedSocket) => {
    const connection: Connection = { socket, end: new CancelSource(), waiting: 0 };
    socket[connectionKey] = connection;
    open.add(connection);
    socket.once('close', () => {
      open.delete(connection);
      connection.end.cancel(new Error('The client hung up'));
    });
  });
  calls.ending.addEventListener('abort', () => {
    for (const { end } of open) end.cancel(calls.ending.reason);
  });
  return { closing: false, open };
}
