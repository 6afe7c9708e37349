import type { ExchangeFormat, FeatureLoss } from '@helve/l10n/run';
import type { SkippedFile } from '../run/run-inputs.js';

/** One exchange file that was written, or would be. */
export interface ExtractedFile {
  /** Seen from the project. */
  readonly path: string;
  readonly locale: string;
  readonly units: number;
  readonly bytes?: number;
}

/** Answer of `l10n.extract`. */
export interface ExtractReport {
  readonly schema: 'helve.extract/v1';
  /** `unchanged` where the batch was there already and nothing was written. */
  readonly status: 'written' | 'unchanged' | 'empty' | 'explained';
  readonly batch: string;
  readonly format: ExchangeFormat;
  readonly sourceLocale: string;
  readonly targetLocales: readonly string[];
  /** Number of source files and of their units. */
  readonly files: number;
  readonly units: number;
  /** Units that another one with the same source stands for. */
  readonly repeated: number;
  readonly outputs: readonly ExtractedFile[];
  readonly losses: readonly FeatureLoss[];
  readonly skipped: readonly SkippedFile[];
}

/** True for an answer of `l10n.extract`. */
export function isExtractReport(answer: object): answer is ExtractReport {
  return 'schema' in answer && answer.schema === 'helve.extract/v1';
}
