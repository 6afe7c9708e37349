import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RunningCalls } from './running-calls.js';

/** How long ended calls get to write their answer before the sockets are cut. */
const lastWordMs = 2_000;

/** The connections of a server, and which of them wait for an answer. */
export interface Sockets {
  closing: boolean;
  readonly open: ReadonlySet<Socket>;
  readonly busy: ReadonlySet<Socket>;
}

export function trackSockets(server: Server): Sockets {
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const sockets: Sockets = { closing: false, open, busy };
  server.on('request', ({ socket }, answer) => {
    busy.add(socket);
    // It closes once.
    answer.on('close', () => {
      busy.delete(socket);
      // Clients keep connections for what comes next; nothing does.
      if (sockets.closing) socket.destroySoon();
    });
  });
  return sockets;
}

/** stop listening ▸ drop idle sockets ▸ let calls finish ▸ end the rest ▸ cut what is left. */
export async function closeGracefully(
  server: Server,
  sockets: Sockets,
  calls: RunningCalls,
  graceMs: number,
): Promise<void> {
  sockets.closing = true;
  calls.beginClosing();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node counts a fresh connection without a request as active; here it is idle.
  for (const socket of sockets.open) if (!sockets.busy.has(socket)) socket.destroy();
  let timer = setTimeout(() => {
    calls.abortAll(new Error('The gateway is closing'));
    // Counted from here: a machine that stood still past both times would cut those it has just told to end.
    timer = setTimeout(() => server.closeAllConnections(), lastWordMs);
  }, graceMs);
  await closed;
  clearTimeout(timer);
}
