import type { FieldOptionsSource, ProgressReport } from '@helve/worker';
import type { JsonObject, JsonSchemaObject } from '@helve/core';
import type {
  CallFacts,
  DiagnosticLine,
  InstanceInfo,
  JobInfo,
  JobStatus,
  LoadedInstance,
  ResolvedWorkerEnv,
} from '@helve/worker/host';

/** One call of a worker: its target, its arguments and its options. */
export interface WorkerCallRequest {
  readonly id: string;
  /** `ACTION`, `TASK.METHOD` or `execute`. */
  readonly target: string;
  readonly value?: unknown;
  readonly actor: string;
  readonly idempotent: boolean;
  readonly timeoutMs?: number;
  /** Sends the values of a stream as pieces before the result, which is this form of them. */
  readonly streams?: 'list' | 'last';
  /** True when diagnostics of the worker are reported during the call. */
  readonly log: boolean;
  /** True for work of a flow, which waits for its instance alone and not for admission. */
  readonly direct?: boolean;
  /** Digest of the manifest and settings that the caller knows; a host that knows others refuses. Default: any will do. */
  readonly known?: string;
}

/** Requested changes of a configuration; values are still as they were typed. */
export interface WorkerConfigRequest {
  readonly id: string;
  readonly set: readonly (readonly [key: string, text: string])[];
  /** Values as they are, beside those that were typed. */
  readonly patch?: JsonObject;
  readonly unset: readonly string[];
  readonly options: boolean;
}

/** A configuration after a request. */
export interface WorkerConfigReply {
  readonly id: string;
  readonly schema: JsonSchemaObject;
  readonly config: Readonly<Record<string, unknown>>;
  readonly changed: readonly string[];
  readonly options: Readonly<Record<string, FieldOptionsSource>>;
  /** Reason why the options are unknown. */
  readonly problem?: string;
}

interface Verb<Given, Answer> {
  readonly given: Given;
  readonly answer: Answer;
}

type Nothing = Readonly<Record<string, never>>;
type Id = { readonly id: string };

/** Everything that a host of workers can be asked, with what is given and what is answered. */
export interface HostVerbs {
  readonly ps: Verb<Nothing, readonly InstanceInfo[]>;
  readonly jobs: Verb<Nothing, readonly JobInfo[]>;
  readonly load: Verb<Id & { readonly as?: string; readonly prefetch: boolean }, LoadedInstance>;
  readonly unload: Verb<Id, Id>;
  readonly reload: Verb<Id, InstanceInfo>;
  readonly prefetch: Verb<Id, Id>;
  /** `loaded` is false where only a record could be changed, which is left to whoever asks. */
  readonly switch: Verb<
    Id & { readonly enabled: boolean },
    Id & { readonly loaded: boolean; readonly changed: boolean }
  >;
  readonly config: Verb<WorkerConfigRequest, WorkerConfigReply>;
  /** Every variable of a worker, with secrets masked. */
  readonly env: Verb<Id, Pick<ResolvedWorkerEnv, 'variables' | 'missing' | 'problems'>>;
  readonly call: Verb<WorkerCallRequest, Partial<CallFacts> & { readonly data: unknown }>;
  readonly stream: Verb<WorkerCallRequest, { readonly pieces: number }>;
  readonly cancel: Verb<{ readonly job: string }, { readonly job: string; readonly status: JobStatus }>;
  /** New workers for the instances whose variables or secrets were changed. */
  readonly refresh: Verb<
    { readonly id?: string; readonly capability?: string },
    { readonly reloaded: readonly string[] }
  >;
}

export type HostVerb = keyof HostVerbs;

/** Events of a verb that is at work. */
export type HostEvent =
  | { readonly progress: ProgressReport }
  | { readonly piece: unknown }
  | { readonly line: Pick<DiagnosticLine, 'level' | 'message'> };

/** Listener of one request to a host: its abort signal, and where events go. */
export interface HostListener {
  readonly signal: AbortSignal;
  /** Sends an event; callers await it before the next one. */
  tell(news: HostEvent): void | Promise<void>;
}

/** Asks a host of workers, in this process or in another one. */
export type HostRequest = <V extends HostVerb>(
  verb: V,
  request: HostVerbs[V]['given'],
  talk: HostListener,
) => Promise<HostVerbs[V]['answer']>;
