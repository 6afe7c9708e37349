import { deepFreeze, type Secret } from '@helve/core';
import type { TransportSpec } from '../transport/create-transport.js';
import type { AdapterSource, ModuleExport } from '../wire/frame.js';
import type { WireLimits } from '../wire/limits.js';

/** Everything needed to start one worker; every new life of the worker starts from it. */
export interface WorkerSpec {
  readonly instanceId: string;
  /** Identifies one life of a worker. Default: generated. */
  readonly session?: string;
  readonly transport: TransportSpec;
  /** Absent when the command itself is the capability. */
  readonly capability?: ModuleExport;
  readonly adapters?: readonly AdapterSource[];
  readonly limits?: Partial<WireLimits>;
  readonly logLevel?: string;
  /** Sent in the first frame, so that no process list shows them. */
  readonly secrets?: Readonly<Record<string, Secret>>;
  /** Time limit of a start without a sign of life. */
  readonly startMs?: number;
  /** Grace period for a worker that was asked to end. */
  readonly graceMs?: number;
}

/** Returns a frozen copy. */
export function freezeSpec(spec: WorkerSpec): WorkerSpec {
  const { secrets, transport, ...rest } = spec;
  const copy = Object.freeze({ ...deepFreeze(structuredClone(rest)), transport: freezeTransport(transport) });
  return Object.freeze(secrets === undefined ? copy : { ...copy, secrets: Object.freeze({ ...secrets }) });
}

/** Freezes a transport; the token of a connection is not cloned, since it is a `Secret`. */
function freezeTransport(transport: TransportSpec): TransportSpec {
  return transport.kind === 'webSocket' ? Object.freeze({ ...transport }) : deepFreeze(structuredClone(transport));
}
