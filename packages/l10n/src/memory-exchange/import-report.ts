import type { LocaleId } from '@helve/flow';
import type { FileLocation } from '../format/format-error.js';
import type { TmAdded } from '../memory/contract.js';

/** A problem in a file, with its location. */
export interface ImportRemark extends FileLocation {
  readonly reason: string;
}

/** Result of an import. */
export interface ImportReport extends TmAdded {
  /** The session of the entries; lines bring their own. */
  readonly session?: string;
  readonly sha256: string;
  readonly units: number;
  /** Number of units that were skipped entirely. */
  readonly skipped: number;
  /** Number of imported units whose languages have different inline codes. */
  readonly differing: number;
  /** Number of texts in languages that were not requested. */
  readonly leftOut: { readonly [locale: LocaleId]: number };
  /** The first problems, in the order of the file. */
  readonly remarks: readonly ImportRemark[];
}

/** Progress of an import. */
export interface ImportProgress {
  readonly bytes: number;
  readonly size: number | undefined;
  readonly units: number;
}

/** Maximum number of remarks kept; the rest is counted. */
export const MAX_REMARKS = 20;
