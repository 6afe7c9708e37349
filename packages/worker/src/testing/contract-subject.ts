import type { EnvelopeSource } from '../call/call-envelope.js';
import type { LogLine, ProgressReport, Usage } from '../call/call-sink.js';
import type { Config, ToolCapability } from '../capability/tool-capability.js';

/** A place where capabilities run: this process, a thread, another process. */
export interface ContractSubject {
  readonly name: string;
  /** What this place cannot do, by requirement, each with its reason. */
  readonly exceptions?: Readonly<Record<string, string>>;
  /** Whether another thread sees a cancel and keeps heartbeats going while the tool's own is busy. */
  readonly seesBusyTools: boolean;
  load(source: ContractSource, options?: ContractOptions): Promise<ContractCapability>;
}

/** A module of fixtures, and the class in it. */
export interface ContractSource {
  readonly module: URL;
  readonly export: string;
}

export interface ContractOptions {
  /** The configuration for the first `initialize`, which always comes. */
  readonly config?: Config | null | undefined;
  /** Adapters that run beside the capability. */
  readonly adapters?: readonly (ContractSource & { readonly name: string })[] | undefined;
  readonly observer?: ContractObserver | undefined;
}

/** What the host hears, by call; `boot` while the module is imported. */
export interface ContractObserver {
  progress?(callId: string, report: ProgressReport): void;
  usage?(callId: string, delta: Usage): void;
  account?(callId: string, type: string, payload: unknown): void;
  log?(callId: string | undefined, line: LogLine): void;
}

/** One operation of a capability. */
export type ContractRequest =
  | { readonly op: 'execute' | 'executeStream'; readonly args?: readonly unknown[] }
  | { readonly op: 'action' | 'actionStream'; readonly action: string; readonly named?: object }
  | { readonly op: 'task' | 'taskStream'; readonly task: string; readonly method: string; readonly named?: object };

/** A loaded capability, as its host sees it. */
export interface ContractCapability {
  /** The capability's own interface: the tool itself, or a proxy for it. */
  readonly capability: ToolCapability;
  /** The worker's process, if it has one of its own. */
  pid(): number | undefined;
  /** One call with an id of one's choice; a call that ended after a cancel fails with `CapabilityCancelledError`. */
  call(request: ContractRequest, envelope?: EnvelopeSource): Promise<unknown>;
  stream(request: ContractRequest, envelope?: EnvelopeSource): AsyncIterable<unknown>;
  /** Switches the instance on or off; resolves when the capability has been told. */
  setEnabled(enabled: boolean): Promise<void>;
  close(): Promise<void>;
}
