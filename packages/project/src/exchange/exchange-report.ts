import type { ExchangeFormat } from '@helve/l10n/run';

/** Numbers of units by how far they are; late ones are out for longer than they should be. */
export interface UnitCounts {
  readonly out: number;
  readonly back: number;
  readonly late: number;
  readonly stale: number;
}

/** One batch in one language. */
export interface BatchRow {
  readonly batch: string;
  readonly createdAt: string;
  readonly format: ExchangeFormat;
  readonly locale: string;
  readonly units: number;
  readonly counts: UnitCounts;
}

/** One unit in one language; its block is named by its key. */
export interface UnitRow {
  readonly file: string;
  readonly line?: number;
  readonly unit: string;
  readonly block: string;
  readonly locale: string;
  readonly state: 'out' | 'back' | 'late' | 'stale';
  /** Why it is stale. */
  readonly reason?: 'file is gone' | 'key is gone' | 'source has changed';
}

/** Answer of `l10n.exchange`. */
export interface ExchangeReport {
  readonly schema: 'helve.batches/v1';
  readonly batches: readonly BatchRow[];
  /** Of show: all units; of diff: those that are stale. */
  readonly units?: readonly UnitRow[];
  /** Ids of batches that were removed. */
  readonly removed?: readonly string[];
}

/** True for an answer of `l10n.exchange`. */
export function isExchangeReport(answer: object): answer is ExchangeReport {
  return 'schema' in answer && answer.schema === 'helve.batches/v1';
}
