import { type JsonObject, type TimerClock } from '@helve/core';
import type { ResourceProbe } from '../admission/resource-probe.js';
import type { WorkerDirectories } from '../env/worker-directories.js';
import type { CapabilityError } from '../error/capability-error.js';
import { toCapabilityError } from '../error/to-capability-error.js';
import { fromWireError, toWireError, type WireError } from '../error/wire-error.js';
import type { DiagnosticsWriter } from '../event/diagnostics-writer.js';
import type { EventHub } from '../event/event-hub.js';
import type { GpuSlots } from '../instance-pool/gpu-slots.js';
import type { JournalWriter } from '../event/journal-writer.js';
import type { WorkerEventDraft } from '../event/worker-event.js';
import type { ConfigStore } from '../port/config-store.js';
import type { JournalEntry, JournalKind } from '../port/journal-store.js';
import type { MeasurementStore } from '../port/measurement-store.js';
import type { SecretStore } from '../port/secret-store.js';
import type { SecretRedactor } from '../secret/secret-redactor.js';
import type { OomWatch } from '../supervisor/oom-evidence.js';
import type { WebSocketSpec } from '../transport/web-socket/open-socket.js';
import type { LoadOptions } from './load-options.js';
import type { CapabilityFile } from './worker-plan.js';

/** Address of another machine that serves workers, without the path of a capability, and its token. */
export type RemoteMachine = Omit<WebSocketSpec, 'kind'>;

/** Machines by name; one that is a function is read when it is used. */
export interface RemoteMachines {
  readonly [name: string]: RemoteMachine | (() => Promise<RemoteMachine>);
}

/** Returns the interpreter of the environment of a capability, which is made when it is not there yet. */
export type EnvironmentSource = (found: CapabilityFile) => Promise<string>;

/** Returns a module that Node can import in place of one that it cannot, such as TypeScript. */
export type ModuleSource = (file: string) => Promise<string>;

/** State shared by all instances of one host. */
export interface Host {
  readonly config: ConfigStore;
  readonly secrets: SecretStore;
  readonly measurements: MeasurementStore;
  readonly journal: JournalWriter;
  readonly diagnostics: DiagnosticsWriter;
  readonly hub: EventHub;
  readonly redactor: SecretRedactor;
  readonly clock: TimerClock;
  readonly random: () => number;
  readonly probe: ResourceProbe;
  readonly oom: OomWatch;
  readonly directories: WorkerDirectories;
  readonly hostEnv: Readonly<Record<string, string | undefined>>;
  readonly runDir: string | undefined;
  /** The built file that runs workers. Default: this package's own. */
  readonly runner: string | undefined;
  readonly remotes: RemoteMachines;
  /** Makes the environment that a manifest states. */
  readonly environments: EnvironmentSource | undefined;
  readonly modules: ModuleSource;
  /** Options of every load of a capability, by its name. */
  readonly settings: { readonly [capability: string]: LoadOptions };
  readonly gpus: GpuSlots;
  readonly warn: (message: string) => void;
}

/** Ids of a journal row. */
export type JournalIds = Partial<
  Pick<JournalEntry, 'capability' | 'instanceId' | 'session' | 'jobId' | 'runId' | 'callId'>
>;

/** Appends a fact to the journal, then publishes the event; resolves to whether the fact is durable. */
export async function journalThenPublish(
  { journal, hub }: Pick<Host, 'journal' | 'hub'>,
  kind: JournalKind,
  ids: JournalIds,
  facts: JsonObject,
  event?: WorkerEventDraft,
): Promise<boolean> {
  const durable = await journal.append({ kind, ...ids, facts });
  if (event !== undefined) hub.publish(event);
  return durable;
}

/** Journals a fact about an instance. */
export async function journalInstance(
  host: Pick<Host, 'journal' | 'hub'>,
  kind: 'load' | 'config',
  { name: capability, id: instanceId }: { readonly name: string; readonly id: string },
  facts: JsonObject,
): Promise<void> {
  await journalThenPublish(host, kind, { capability, instanceId }, facts);
}

/** Removes the secrets that are live on this host from an error. */
export function cleanError(redactor: SecretRedactor, error: unknown): CapabilityError {
  const known = toCapabilityError(error);
  const { value, redacted } = redactor.redact(toWireError(known));
  return redacted.length === 0 ? known : fromWireError(value as WireError);
}
