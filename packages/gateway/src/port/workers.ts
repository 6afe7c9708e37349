import type { JsonObject, JsonSchemaObject } from '@helve/core';

/** A capability of the project, and the worker that serves it, if there is one. */
export interface WorkerRow {
  readonly id: string;
  readonly capability: string;
  readonly version: string;
  readonly description: string;
  /** `absent` until something is asked of it. */
  readonly state: string;
  readonly enabled: boolean;
  readonly healthy: boolean;
  readonly inFlight: number;
  readonly queued: number;
  readonly restarts: number;
  readonly actions: readonly string[];
  readonly problems: readonly string[];
}

/** One choice of a field. */
export interface WorkerOption {
  readonly value: unknown;
  readonly label?: string;
}

/** Configuration of a worker with its schema; secrets are masked. */
export interface WorkerConfig {
  readonly schema: JsonSchemaObject;
  readonly values: JsonObject;
  /** Values that each field can take at this moment. */
  readonly options: { readonly [field: string]: readonly WorkerOption[] };
  /** Reason why the options are unknown. */
  readonly problem?: string;
}

/** A variable of a worker; the value of a secret is masked. */
export interface WorkerVariable {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly value: string | undefined;
  readonly secret: boolean;
  readonly required: boolean;
  readonly satisfied: boolean;
  readonly source: string | undefined;
  readonly problem?: string;
}

/** Environment variables of a worker. */
export interface WorkerEnv {
  readonly variables: readonly WorkerVariable[];
  readonly missing: readonly string[];
  readonly problems: readonly string[];
}

/** The workers of a host. An id that is none answers undefined. */
export interface Workers {
  list(): Promise<readonly WorkerRow[]>;
  get(id: string): Promise<WorkerRow | undefined>;
  /** May start the worker, which knows its options. */
  config(id: string): Promise<WorkerConfig | undefined>;
  /** Fields that are left out stay; refused with a `ToolError` whose details name the fields. */
  configure(id: string, patch: JsonObject): Promise<WorkerConfig | undefined>;
  env(id: string): Promise<WorkerEnv | undefined>;
}
