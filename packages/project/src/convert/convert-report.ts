import type { ContentLoss } from '@helve/flow';

/** One new file of a conversion. */
export interface ConvertedOutput {
  /** Documents that it was made of. */
  readonly inputs: readonly string[];
  /** Where it goes; absent for a result that is returned as text. */
  readonly path?: string;
  readonly format: string;
  /** Its language, or that of its translations; absent for one with several. */
  readonly locale?: string;
  readonly units: number;
  readonly bytes: number;
}

/** Outcome of a conversion. */
export interface ConvertReport {
  readonly schema: 'helve.convert/v1';
  readonly outputs: readonly ConvertedOutput[];
  readonly losses: readonly ContentLoss[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** The result, where there is one and no path for it. */
  readonly content?: string;
}
