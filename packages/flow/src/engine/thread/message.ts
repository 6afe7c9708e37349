import type { Json } from '@helve/core';
import type { FlowPlan } from '../../contract/plan.js';
import type { BatchLimits } from '../channel/feed-batches.js';
import type { ProgressFacts, ProgressKind } from '../report/progress.js';
import type { CallingStep, StepLogEntry } from '../run-env.js';
import type { DocumentResult, ErrorFacts } from '../report/run-report.js';

/** Description of a run for a thread; plain data only. */
export interface ThreadStart {
  readonly plan: FlowPlan;
  /** For the module that sets the thread up. */
  readonly data: Json;
  readonly batches: BatchLimits;
  readonly spool: { readonly folder: string; readonly free: number };
  readonly verifyStructure: boolean;
  readonly enforceImmutability: boolean;
  readonly writable: boolean;
  readonly hasVault: boolean;
}

/** Where the answer comes that a thread waits for without letting anything else run. */
export type SharedReply = SharedArrayBuffer;

/** A request to something that only the main thread has. */
export type PortRequest =
  | { readonly port: 'call'; readonly document: number; readonly request: unknown; readonly step: CallingStep }
  | { readonly port: 'barrier'; readonly args: readonly [place: string, document: number, snapshot: Json] }
  | { readonly port: 'vault'; readonly method: 'put' | 'get' | 'list'; readonly args: readonly unknown[] }
  | {
      readonly port: 'token';
      readonly args: readonly [category: string, original: string];
      readonly reply: SharedReply;
    }
  | { readonly port: 'session'; readonly document: number; readonly method: string; readonly args: readonly unknown[] };

/** From the main thread. */
export type ToThread =
  | { readonly kind: 'run'; readonly index: number }
  | { readonly kind: 'abort'; readonly index: number }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: ErrorFacts };

/** From a thread. */
export type FromThread =
  | { readonly kind: 'result'; readonly index: number; readonly result: DocumentResult }
  | { readonly kind: 'ask'; readonly id: number; readonly ask: PortRequest }
  | { readonly kind: 'progress'; readonly event: ProgressKind; readonly facts: ProgressFacts }
  | { readonly kind: 'log'; readonly line: StepLogEntry };
