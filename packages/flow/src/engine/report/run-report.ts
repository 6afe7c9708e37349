import type { ErrorType, Json, JsonObject } from '@helve/core';
import type { LocaleId } from '../../contract/block.js';
import type { ContentLoss, LossKind } from '../../contract/loss.js';
import type { MachineTexts, PairReport } from '../../contract/pair.js';
import type { LogReport } from './log-list.js';

export type RunStatus = 'ok' | 'partial' | 'failed' | 'cancelled';

/** An error as reports show it: no content, no stack. */
export interface ErrorFacts {
  readonly code?: string;
  readonly type: ErrorType;
  readonly message: string;
  readonly retryable: boolean;
  readonly node?: string;
  readonly tool?: string;
  readonly block?: string;
}

/** A block that a step failed on and that was written as it stood before. */
export interface QuarantinedBlock {
  readonly document: string;
  readonly block: string;
  readonly node: string;
  readonly tool: string;
  readonly locales: readonly LocaleId[];
  readonly error: ErrorFacts;
}

/** Counts of one step, in blocks. */
export interface StepReport {
  readonly node: string;
  readonly tool: string;
  readonly in: number;
  readonly out: number;
  readonly skipped: number;
  readonly failed: number;
  readonly cached: number;
  /** Values that a store which can only be read did not keep. */
  readonly uncached: number;
  readonly calls: number;
  readonly ms: number;
}

export interface OutputReport extends MachineTexts {
  readonly path?: string;
  readonly locale?: LocaleId;
  readonly bytes: number;
  readonly blocks: number;
  readonly changed: number;
  /** SHA-256 of the file, where the run was to tell it. */
  readonly sha256?: string;
}

export type LossCounts = { readonly [kind in LossKind]?: number };

/** Findings of checks by severity; those that are suppressed count apart. */
export interface FindingCounts {
  readonly total: number;
  readonly suppressed: number;
  readonly bySeverity: { readonly [severity: string]: number };
}

/** The outcome of one document. */
export interface DocumentReport {
  readonly document: string;
  readonly path?: string;
  readonly format?: string;
  readonly status: RunStatus;
  readonly error?: ErrorFacts;
  readonly parts: number;
  readonly blocks: number;
  /** Number of blocks that a selection left alone. */
  readonly unselected?: number;
  readonly outputs: readonly OutputReport[];
  /** Existing translations that were read beside it. */
  readonly pairs?: readonly PairReport[];
  readonly lossCounts: LossCounts;
  readonly findings: FindingCounts;
  readonly ms: number;
}

/** All that one document gives to the report of the run: plain data that may come from another thread. */
export interface DocumentResult {
  readonly report: DocumentReport;
  readonly steps: readonly StepReport[];
  readonly reports: readonly { readonly node: string; readonly tool: string; readonly entries: readonly Json[] }[];
  readonly losses: readonly ContentLoss[];
  readonly log: LogReport;
  readonly quarantine: readonly QuarantinedBlock[];
}

/** The outcome of a run. */
export interface RunReport {
  readonly schema: 'helve.run/v1';
  readonly status: RunStatus;
  readonly flow: string;
  readonly planHash: string;
  readonly passes: readonly (readonly LocaleId[])[];
  readonly documents: readonly DocumentReport[];
  readonly steps: readonly StepReport[];
  readonly reports: JsonObject;
  readonly findings: FindingCounts;
  readonly losses: readonly ContentLoss[];
  readonly lossCounts: LossCounts;
  /** Lines that tools have logged; all are counted, the first are listed. */
  readonly log: LogReport;
  readonly quarantine: { readonly schema: 'helve.quarantine/v1'; readonly blocks: readonly QuarantinedBlock[] };
  readonly timings: { readonly startedAt: string; readonly ms: number };
}
