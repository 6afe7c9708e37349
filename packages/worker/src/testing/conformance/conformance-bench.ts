import { Secret } from '@helve/core';
import { RemoteCapabilityProxy } from '../../proxy/remote-capability-proxy.js';
import type { WorkerSpec } from '../../proxy/worker-spec.js';
import type { ConformanceWorker } from './conformance-case.js';
import { WorkerSupervisor } from '../../supervisor/worker-supervisor.js';
import { WorkerReports } from './worker-reports.js';

/** A language: the start of its program, and what that does not do. */
export interface ConformanceSubject {
  readonly name: string;
  readonly spec: Omit<WorkerSpec, 'instanceId' | 'capability' | 'adapters'>;
  /** Module with the probes, as the program finds it. */
  readonly module: string;
  /** Cases that it does not pass, by their sentence, each with its reason. */
  readonly exceptions?: Readonly<Record<string, string>>;
}

/** A started worker with all that it has reported. */
export interface ConformanceBench {
  readonly proxy: RemoteCapabilityProxy;
  readonly reports: WorkerReports;
}

export async function startWorker(subject: ConformanceSubject, worker: ConformanceWorker): Promise<ConformanceBench> {
  const proxy = new RemoteCapabilityProxy(toSpec(subject, worker));
  const reports = new WorkerReports();
  proxy.observe(reports);
  await proxy.start(worker.config);
  return { proxy, reports };
}

/** Keeps a worker alive that ignores cancels. */
export function superviseWorker(subject: ConformanceSubject): WorkerSupervisor {
  return new WorkerSupervisor({
    instanceId: 'conformance',
    spec: (session) => ({ ...toSpec(subject, {}), session }),
    prepare: (proxy) => proxy.initialize({}),
    graceMs: 100,
  });
}

export function toSpec(
  { spec, module }: ConformanceSubject,
  { probe = 'ConformanceProbe', adapters = [], env = {}, secrets = {}, limits }: ConformanceWorker,
): WorkerSpec {
  const { transport } = spec;
  return {
    ...spec,
    instanceId: 'conformance',
    transport: 'env' in transport ? { ...transport, env: { ...transport.env, ...env } } : transport,
    capability: { module, export: probe },
    adapters: adapters.map((name) => ({ name, module, export: name })),
    secrets: Object.fromEntries(Object.entries(secrets).map(([key, value]) => [key, new Secret(value)])),
    ...(limits && { limits }),
  };
}
