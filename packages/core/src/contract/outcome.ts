import type { ToolHookStage } from './stage.js';

/** The state of a call: the latest decisive event. */
export type Outcome =
  | { readonly kind: 'pending' }
  | { readonly kind: 'success'; readonly recovered?: true }
  | { readonly kind: 'responded'; readonly stage: ToolHookStage | 'execute'; readonly cacheHit: boolean }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'retryAfter' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'cancelled' };

/** The result of one hook, or of `execute`. */
export type TraceResult = 'ok' | 'skipped' | 'responded' | 'aborted' | 'retryAfter' | 'threw' | 'ignored';

/** One step in the life of a call, without any payload. */
export interface TraceEvent {
  readonly seq: number;
  readonly stage: ToolHookStage | 'execute' | 'inputCheck' | 'outputCheck';
  readonly hook: string;
  readonly attempt: number;
  readonly startMs: number;
  readonly durationMs: number;
  readonly result: TraceResult;
  /** Set for what ran after the answer was given, and for releases that did not wait for audit and metrics. */
  readonly late?: true;
}

/** One assignment to the input or the output of a call. */
export interface HistoryEntry {
  readonly value: unknown;
  readonly stage: ToolHookStage | 'execute' | 'inputCheck' | 'outputCheck';
  readonly hook: string;
  readonly at: number;
}
