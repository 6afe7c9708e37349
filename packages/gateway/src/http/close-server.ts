import type { Server } from 'node:http';
import type { RunningCalls } from './running-calls.js';
import type { Connections } from './connections.js';

/** Time for ended calls to write their response before the sockets are cut. */
const lastWordMs = 2_000;

/** stop listening ▸ drop idle sockets ▸ let calls finish ▸ end the rest ▸ cut what is left. */
export async function closeGracefully(
  server: Server,
  connections: Connections,
  calls: RunningCalls,
  graceMs: number,
): Promise<void> {
  connections.closing = true;
  calls.beginClosing();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node counts a fresh connection without a request as active; here it is idle. What is on its way still gets out.
  for (const { socket, waiting } of connections.open) if (waiting === 0) socket.destroySoon();
  let timer = setTimeout(() => {
    calls.endAll(new Error('The gateway is closing'));
    // Counted from here: a machine that stood still past both times would cut calls that it has just ended.
    timer = setTimeout(() => server.closeAllConnections(), lastWordMs);
  }, graceMs);
  await closed;
  clearTimeout(timer);
}
