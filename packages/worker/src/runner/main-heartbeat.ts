import type { WorkerPort } from '../transport/worker-port.js';
import { workerFrame } from '../wire/frame.js';

/** Sends heartbeats of this thread at an interval, and starts those of the control thread. */
export function startHeartbeat(port: WorkerPort, everyMs: number, inFlight: () => number): void {
  let due = performance.now() + everyMs;
  port.heartbeat?.(everyMs);
  setInterval(() => {
    const loopLagMs = Math.max(0, Math.round(performance.now() - due));
    due = performance.now() + everyMs;
    const uptimeMs = Math.round(process.uptime() * 1000);
    const rssBytes = process.memoryUsage.rss();
    port.send(workerFrame('heartbeat', { from: 'main', uptimeMs, loopLagMs, rssBytes, inFlight: inFlight() }));
  }, everyMs).unref();
}
