import type { EnvelopeSource } from '../call/call-envelope.js';
import type { CancelSignal } from '../call/cancel-signal.js';
import type { AccountParams, LogParams, NestedRequest, ProgressParams } from '../wire/frame.js';
import type { CallOp } from '../wire/operation.js';

/** A request to a worker: an operation with its arguments. */
export interface RemoteRequest {
  readonly op: CallOp;
  readonly args?: readonly unknown[];
  readonly named?: Readonly<Record<string, unknown>>;
  readonly action?: string;
  readonly task?: string;
  readonly method?: string;
}

/** Options and listeners of one call. */
export interface RemoteOptions {
  readonly envelope?: EnvelopeSource;
  /** Time limit sent to the worker; the proxy itself does not enforce it. */
  readonly deadlineMs?: number | undefined;
  readonly signal?: CancelSignal | undefined;
  readonly onProgress?: ((progress: ProgressParams) => void) | undefined;
  readonly onLog?: ((log: LogParams) => void) | undefined;
  readonly onAccount?: ((account: AccountParams) => void) | undefined;
  /** Calls another tool for the worker; without it, none can be called. */
  readonly onInvoke?: OnInvoke | undefined;
}

export type OnInvoke = (request: NestedRequest) => Promise<unknown>;
