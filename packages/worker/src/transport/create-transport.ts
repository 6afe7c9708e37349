import { createRequire } from 'node:module';
import type { WireLimits } from '../wire/limits.js';
import { createInProcessTransport, inProcessFlags, type InProcessSpec } from './in-process/transport.js';
import { createNdjsonTransport, ndjsonFlags, type NdjsonSpec } from './ndjson/transport.js';
import { createProcessTransport, processFlags, type ProcessSpec } from './process/transport.js';
import { createThreadTransport, threadFlags, type ThreadSpec } from './thread/transport.js';
import type { Transport, TransportFlags, TransportKind } from './transport.js';
import type { WebSocketSpec } from './web-socket/open-socket.js';
import { createWebSocketTransport, webSocketFlags } from './web-socket/transport.js';

/** Transport of a worker, as data. */
export type TransportSpec = InProcessSpec | ThreadSpec | ProcessSpec | NdjsonSpec | WebSocketSpec;

/** Guarantees of each transport. */
export const transportFlags: Readonly<Record<TransportKind, TransportFlags>> = Object.freeze({
  inProcess: inProcessFlags,
  thread: threadFlags,
  process: processFlags,
  ndjson: ndjsonFlags,
  webSocket: webSocketFlags,
});

/** Creates the transport for one life of a worker. */
export function createTransport(spec: TransportSpec, limits: WireLimits): Transport {
  switch (spec.kind) {
    case 'inProcess':
      return createInProcessTransport((port) => {
        void import('../runner/run-worker.js').then(({ runWorker }) => runWorker(port));
      });
    case 'thread':
      return createThreadTransport(spec, spec.runner ?? runnerFile());
    case 'process':
      return createProcessTransport(spec, spec.runner ?? runnerFile(), limits.maxFrameBytes);
    case 'ndjson':
      return createNdjsonTransport(spec, () => spec.runner ?? runnerFile(), limits.maxFrameBytes);
    case 'webSocket':
      return createWebSocketTransport(spec, limits.maxFrameBytes);
  }
}

let found: string | undefined;

/** Returns the built file that runs workers. */
function runnerFile(): string {
  found ??= createRequire(import.meta.url).resolve('@helve/worker/runner');
  return found;
}
