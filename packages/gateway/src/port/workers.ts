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
  /** Calls that ended, by how. */
  readonly calls: { readonly completed: number; readonly failed: number };
  /** The processes that serve it. */
  readonly workers: readonly WorkerProcess[];
  readonly actions: readonly string[];
  readonly problems: readonly string[];
}

/** One process of a worker. */
export interface WorkerProcess {
  readonly state: string;
  readonly pid?: number | undefined;
  readonly inFlight: number;
  readonly restarts: number;
  readonly rssBytes: number;
  readonly gpus: readonly string[];
  /** Machine that runs it; absent for this one. */
  readonly remote?: string | undefined;
}

/** Work that a worker has to do. */
export interface WorkerJob {
  readonly id: string;
  readonly target: string;
  readonly status: string;
  readonly ageMs: number;
  /** Reason why it waits. */
  readonly blockReason: string | null;
}

/** One line that a worker said. */
export interface WorkerLogLine {
  readonly time: string;
  readonly level: string;
  readonly source: string;
  readonly message: string;
  readonly callId?: string | undefined;
}

/** Part of the log that is wanted. */
export interface WorkerLogQuery {
  /** Least level: debug, info, warn or error. */
  readonly level?: string | undefined;
  readonly limit: number;
}

/** One choice of a field. */
export interface WorkerOption {
  readonly value: unknown;
  readonly label?: string;
  readonly metadata?: JsonObject;
}

/** Configuration of a worker with its schema; secrets are masked. */
export interface WorkerConfig {
  readonly schema: JsonSchemaObject;
  readonly values: JsonObject;
  /** Values that each field can take at this moment. */
  readonly options: { readonly [field: string]: readonly WorkerOption[] };
  /** Further rules for the values of fields. */
  readonly constraints: { readonly [field: string]: JsonObject };
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
  /** Starts its processes anew after their calls. */
  reload(id: string): Promise<WorkerRow | undefined>;
  /** Allows its calls again, or refuses them. */
  enable(id: string, enabled: boolean): Promise<WorkerRow | undefined>;
  jobs(id: string): Promise<readonly WorkerJob[] | undefined>;
  /** Cancels a job and waits for its outcome; undefined when there is no such job. */
  cancel(id: string, job: string): Promise<{ readonly job: string; readonly status: string } | undefined>;
  logs(id: string, query: WorkerLogQuery): Promise<readonly WorkerLogLine[] | undefined>;
}
