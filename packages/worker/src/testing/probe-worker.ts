import type { TransportSpec } from '../transport/create-transport.js';
import type { TransportKind } from '../transport/transport.js';
import { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { WorkerSpec } from '../proxy/worker-spec.js';
import type { BuiltRunner } from './built-runner.js';

/** A proxy for the wire probe, not started yet; here the sources run, elsewhere what was built. */
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

/** The places on this machine; one that is far away needs somebody who listens there. */
export type LocalKind = Exclude<TransportKind, 'webSocket'>;

export function transportSpec(kind: LocalKind, { runner }: BuiltRunner): TransportSpec {
  if (kind === 'ndjson') return { kind, command: [process.execPath, runner] };
  return kind === 'inProcess' ? { kind } : { kind, runner };
}

export const transportKinds: readonly LocalKind[] = ['inProcess', 'thread', 'process', 'ndjson'];
