import { systemClock, type TimerClock } from '@helve/core';
import { createSystemProbe } from '../admission/system-probe.js';
import type { ResourceProbe } from '../admission/resource-probe.js';
import type { WorkerDirectories } from '../env/worker-directories.js';
import { DiagnosticsWriter } from '../event/diagnostics-writer.js';
import { EventHub } from '../event/event-hub.js';
import { JournalWriter } from '../event/journal-writer.js';
import { GpuSlots } from '../instance-pool/gpu-slots.js';
import { createMemoryConfigStore } from '../memory/memory-config-store.js';
import { createMemoryDiagnosticsStore } from '../memory/memory-diagnostics-store.js';
import { createMemoryJournalStore } from '../memory/memory-journal-store.js';
import { createMemoryMeasurementStore } from '../memory/memory-measurement-store.js';
import { createMemorySecretStore } from '../memory/memory-secret-store.js';
import type { ConfigStore } from '../port/config-store.js';
import type { DiagnosticRetention, DiagnosticsStore } from '../port/diagnostics-store.js';
import type { JournalEntry, JournalStore } from '../port/journal-store.js';
import type { MeasurementStore } from '../port/measurement-store.js';
import type { SecretStore } from '../port/secret-store.js';
import { createSecretRedactor } from '../secret/secret-redactor.js';
import { createOomWatch, type OomWatch } from '../supervisor/oom-evidence.js';
import type { EnvironmentSource, Host, ModuleSource, RemoteMachines } from './host.js';
import { readLoadOptions, type LoadOptions } from './load-options.js';
import type { RuntimeSource } from './worker-plan.js';

/** The five stores of a host. Default: in memory. */
export interface WorkerStores {
  readonly config?: ConfigStore;
  readonly secrets?: SecretStore;
  readonly measurements?: MeasurementStore;
  readonly journal?: JournalStore;
  readonly diagnostics?: DiagnosticsStore;
}

/** Options of a manager. */
export interface ManagerOptions {
  readonly stores?: WorkerStores;
  /** Manifests, or folders of them; the first manifest of a name wins. */
  readonly searchPaths?: readonly string[];
  readonly directories?: WorkerDirectories;
  /** The environment of the host, of which workers see the allowed part. */
  readonly hostEnv?: Readonly<Record<string, string | undefined>>;
  /** Folder for the records of running workers, from which those of a dead host are found and ended. */
  readonly runDir?: string;
  /** The built file that runs workers. Default: this package's own. */
  readonly runner?: string;
  /** Starts capabilities of runtimes other than `node` and `command`. */
  readonly runtimes?: { readonly [runtime: string]: RuntimeSource };
  /** Other machines that run workers, by name; used only by loads that name them. */
  readonly remotes?: RemoteMachines;
  /** Makes the environments that manifests state. */
  readonly environments?: EnvironmentSource;
  /** Compiles modules that Node cannot import. Default: they are imported as they are. */
  readonly modules?: ModuleSource;
  /** Options of every load of a capability, by its name; those of a load win. */
  readonly settings?: { readonly [capability: string]: LoadOptions };
  /** Retention of log lines and output. Default: 30 days and 512 MB. */
  readonly retention?: DiagnosticRetention;
  readonly probe?: ResourceProbe;
  readonly oom?: OomWatch;
  readonly clock?: TimerClock;
  readonly random?: () => number;
  /** Receives warnings for the operator. */
  readonly warn?: (message: string) => void;
}

function readSettings(settings: Readonly<Record<string, LoadOptions>>): Readonly<Record<string, LoadOptions>> {
  return Object.fromEntries(Object.entries(settings).map(([name, options]) => [name, readLoadOptions(options)]));
}

/** Creates the host from options. */
export function toHost(options: ManagerOptions): Host {
  const { stores = {}, clock = systemClock, warn = () => undefined } = options;
  const probe = options.probe ?? createSystemProbe();
  const redactor = createSecretRedactor({ warn });
  const redact = (entry: JournalEntry) => redactor.redact(entry).value as JournalEntry;
  const onOutage = (error: unknown) => warn(`The journal cannot be written: ${String(error)}`);
  return {
    config: stores.config ?? createMemoryConfigStore(),
    secrets: stores.secrets ?? createMemorySecretStore(),
    measurements: stores.measurements ?? createMemoryMeasurementStore(),
    journal: new JournalWriter(stores.journal ?? createMemoryJournalStore(), { clock, redact, onOutage }),
    diagnostics: new DiagnosticsWriter(stores.diagnostics ?? createMemoryDiagnosticsStore(), {
      clock,
      ...(options.retention && { retention: options.retention }),
    }),
    hub: new EventHub(clock),
    redactor,
    clock,
    random: options.random ?? Math.random,
    probe,
    gpus: new GpuSlots(probe),
    settings: readSettings(options.settings ?? {}),
    oom: options.oom ?? createOomWatch(),
    directories: options.directories ?? {},
    hostEnv: options.hostEnv ?? {},
    runDir: options.runDir,
    runner: options.runner,
    remotes: options.remotes ?? {},
    environments: options.environments,
    modules: options.modules ?? (async (file) => file),
    warn,
  };
}
