import type { Usage } from '../call/call-sink.js';
import type { Peaks } from '../admission/resource-probe.js';
import type { WorkerState } from '../event/worker-event.js';
import type { SupervisorState } from '../supervisor/worker-supervisor.js';
import type { TransportKind } from '../transport/transport.js';
import type { AdapterFailure } from '../adapter/plan-adapters.js';
import type { InstanceDrift } from '../manifest/drift-facts.js';

/** Public facts about one worker of an instance. */
export interface WorkerInfo {
  readonly state: SupervisorState | WorkerState;
  readonly pid: number | undefined;
  readonly inFlight: number;
  readonly restarts: number;
  /** Memory that it held last. */
  readonly rssBytes: number;
  /** Graphics cards that belong to it. */
  readonly gpus: readonly string[];
  /** Machine that runs it; undefined for this one. */
  readonly remote: string | undefined;
  /** Time that a message takes to that machine and back. */
  readonly roundTripMs: number | undefined;
}

/** Numbers of calls that ended. */
export interface CallCounts {
  readonly completed: number;
  readonly failed: number;
}

/** Public facts about one instance, without configuration and secrets. */
export interface InstanceInfo {
  readonly id: string;
  readonly capability: string;
  readonly version: string;
  readonly state: SupervisorState;
  readonly workerState: WorkerState;
  readonly pid: number | undefined;
  readonly session: string | undefined;
  readonly transport: TransportKind;
  readonly enabled: boolean;
  readonly inFlight: number;
  readonly queued: number;
  readonly configHash: string;
  readonly drift: InstanceDrift;
  /** True when the environment has changed since the worker started. */
  readonly envStale: boolean;
  readonly usage: Usage;
  readonly peak: Peaks;
  /** Tasks that can be called. */
  readonly adapters: readonly string[];
  readonly adapterFailures: readonly AdapterFailure[];
  readonly actions: readonly string[];
  readonly restarts: number;
  /** Calls that ended, by how. */
  readonly calls: CallCounts;
  readonly workers: readonly WorkerInfo[];
}
