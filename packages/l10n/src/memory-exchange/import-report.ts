import type { LocaleId } from '@helve/flow';
import type { FileLocation } from '../format/format-error.js';
import type { TmAdded } from '../memory/contract.js';

/** Something in a file that is not as it should be, and where it stands. */
export interface ImportRemark extends FileLocation {
  readonly reason: string;
}

/** What came of an import. */
export interface ImportReport extends TmAdded {
  /** The session that the entries belong to; lines bring their own. */
  readonly session?: string;
  readonly sha256: string;
  readonly units: number;
  /** Units of which nothing was taken. */
  readonly skipped: number;
  /** Units whose languages have different inline codes; they were taken. */
  readonly differing: number;
  /** Texts in languages that were not asked for. */
  readonly leftOut: { readonly [locale: LocaleId]: number };
  /** The first of what is wrong, in the order of the file. */
  readonly remarks: readonly ImportRemark[];
}

/** How far an import is. */
export interface ImportProgress {
  readonly bytes: number;
  readonly size: number | undefined;
  readonly units: number;
}

/** So many remarks are kept; the rest is counted. */
export const MAX_REMARKS = 20;
