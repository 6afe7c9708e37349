import type { EnvelopeSource } from '../call/call-envelope.js';
import type { LogLine, ProgressReport, Usage } from '../call/call-sink.js';
import type { Config, ToolCapability } from '../capability/tool-capability.js';

/** An environment that runs capabilities: this process, a thread, another process. */
export interface ContractSubject {
  readonly name: string;
  /** Requirements that it cannot fulfil, each with its reason. */
  readonly exceptions?: Readonly<Record<string, string>>;
  /** True when another thread sees cancels and sends heartbeats while the tool's own is busy. */
  readonly seesBusyTools: boolean;
  load(source: ContractSource, options?: ContractOptions): Promise<ContractCapability>;
}

/** A module of fixtures, and the class in it. */
export interface ContractSource {
  readonly module: URL;
  readonly export: string;
}

export interface ContractOptions {
  /** The configuration for the first `initialize`, which always runs. */
  readonly config?: Config | null | undefined;
  /** Adapters that run beside the capability. */
  readonly adapters?: readonly (ContractSource & { readonly name: string })[] | undefined;
  readonly observer?: ContractObserver | undefined;
}

/** Receives reports by call; `boot` while the module is imported. */
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

/** A loaded capability from the host's side. */
export interface ContractCapability {
  /** The capability itself, or a proxy for it. */
  readonly capability: ToolCapability;
  /** Returns the pid of the worker, if it has its own process. */
  pid(): number | undefined;
  /** Makes one call with any id; a call that ends after a cancel fails with `CapabilityCancelledError`. */
  call(request: ContractRequest, envelope?: EnvelopeSource): Promise<unknown>;
  stream(request: ContractRequest, envelope?: EnvelopeSource): AsyncIterable<unknown>;
  /** Switches the instance on or off; resolves when the capability's hook has run. */
  setEnabled(enabled: boolean): Promise<void>;
  close(): Promise<void>;
}
