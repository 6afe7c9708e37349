import type { TransportSpec } from '../transport/create-transport.js';
import type { TransportKind } from '../transport/transport.js';
import { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { WorkerSpec } from '../proxy/worker-spec.js';
import type { BuiltRunner } from './built-runner.js';

/** Creates a proxy for the wire probe, not started yet; in process it runs the sources, elsewhere the build. */
export function probeWorker(
  built: BuiltRunner,
  kind: LocalKind = 'process',
  spec: Partial<WorkerSpec> = {},
): RemoteCapabilityProxy {
  const here = new URL('fixture/wire-probe.ts', import.meta.url).href;
  const module = kind === 'inProcess' ? here : built.module('wire-probe');
  return new RemoteCapabilityProxy({
    instanceId: 'probe',
    transport: transportSpec(kind, built),
    capability: { module, export: 'WireProbe' },
    ...spec,
  });
}

/** Transports on this machine; a remote one needs a listener. */
export type LocalKind = Exclude<TransportKind, 'webSocket'>;

export function transportSpec(kind: LocalKind, { runner }: BuiltRunner): TransportSpec {
  if (kind === 'ndjson') return { kind, command: [process.execPath, runner] };
  return kind === 'inProcess' ? { kind } : { kind, runner };
}

export const transportKinds: readonly LocalKind[] = ['inProcess', 'thread', 'process', 'ndjson'];
