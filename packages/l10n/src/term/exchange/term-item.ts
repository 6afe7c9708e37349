import type { Concept } from '../concept.js';

/** A skipped part of a file, with the reason. */
export interface SkippedTerm {
  /** Position: a line, an entry, an id. */
  readonly place: string;
  readonly reason: string;
}

/** One item from a term reader: a concept, or a part of one that another item completes. */
export type TermItem =
  | { readonly kind: 'concept'; readonly concept: Concept }
  | ({ readonly kind: 'skipped' } & SkippedTerm);

/** Options for reading a term file. */
export interface ReadTermsOptions {
  /** File name in messages. */
  readonly file: string;
  /** The locale of a column `source`. */
  readonly sourceLocale?: string | undefined;
  /** The locale of a column `target`. */
  readonly targetLocale?: string | undefined;
}

export function skipped(location: string, reason: string): TermItem {
  return { kind: 'skipped', place: location, reason };
}
