import { deepFreeze, type Secret } from '@helve/core';
import type { TransportSpec } from '../transport/create-transport.js';
import type { AdapterSource, ModuleExport } from '../wire/frame.js';
import type { WireLimits } from '../wire/limits.js';

/** All that starts one worker, held by the host: every new life of the worker begins from it. */
export interface WorkerSpec {
  readonly instanceId: string;
  /** Tells the worker's lives apart from those of other hosts; made anew unless told. */
  readonly session?: string;
  readonly transport: TransportSpec;
  /** Absent where the command itself is the capability. */
  readonly capability?: ModuleExport;
  readonly adapters?: readonly AdapterSource[];
  readonly limits?: Partial<WireLimits>;
  readonly logLevel?: string;
  /** Handed over in the first frame, so that no process list shows them. */
  readonly secrets?: Readonly<Record<string, Secret>>;
  /** From the start to ready without a sign of life. */
  readonly startMs?: number;
  /** How long a worker may take over what it was asked to end. */
  readonly graceMs?: number;
}

/** A copy that nobody can change. */
export function freezeSpec(spec: WorkerSpec): WorkerSpec {
  const { secrets, transport, ...rest } = spec;
  const copy = Object.freeze({ ...deepFreeze(structuredClone(rest)), transport: freezeTransport(transport) });
  return Object.freeze(secrets === undefined ? copy : { ...copy, secrets: Object.freeze({ ...secrets }) });
}

/** The token of a connection is a secret, which no copy shows. */
function freezeTransport(transport: TransportSpec): TransportSpec {
  return transport.kind === 'webSocket' ? Object.freeze({ ...transport }) : deepFreeze(structuredClone(transport));
}
