import type { EnvelopeSource } from '../call/call-envelope.js';
import type { CancelSignal } from '../call/cancel-signal.js';
import type { AccountParams, LogParams, NestedRequest, ProgressParams } from '../wire/frame.js';
import type { CallOp } from '../wire/operation.js';

/** What is asked of a worker: an operation, and whichever of its arguments it takes. */
export interface RemoteRequest {
  readonly op: CallOp;
  readonly args?: readonly unknown[];
  readonly named?: Readonly<Record<string, unknown>>;
  readonly action?: string;
  readonly task?: string;
  readonly method?: string;
}

/** What rides beside the arguments of one call, and who wants its news. */
export interface RemoteOptions {
  readonly envelope?: EnvelopeSource;
  /** How long the call may take, for the worker to know; the proxy itself ends nothing. */
  readonly deadlineMs?: number | undefined;
  readonly signal?: CancelSignal | undefined;
  readonly onProgress?: ((progress: ProgressParams) => void) | undefined;
  readonly onLog?: ((log: LogParams) => void) | undefined;
  readonly onAccount?: ((account: AccountParams) => void) | undefined;
  /** Calls another tool for the worker; without it, none can be called. */
  readonly onInvoke?: OnInvoke | undefined;
}

export type OnInvoke = (request: NestedRequest) => Promise<unknown>;
