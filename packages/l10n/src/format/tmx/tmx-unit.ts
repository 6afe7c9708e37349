import type { LocaleId, Runs } from '@helve/flow';

/** Attributes by name, as the file writes them. */
export type TmxAttributes = { readonly [name: string]: string };

/** A property or a note: its text, and what its attributes say. */
export interface TmxRemark {
  readonly kind: 'prop' | 'note';
  readonly attributes: TmxAttributes;
  readonly text: string;
}

/** What the header of a file says. */
export interface TmxHeader {
  readonly version: string;
  readonly attributes: TmxAttributes;
  readonly remarks: readonly TmxRemark[];
}

/** One language of a unit. */
export interface TmxVariant {
  readonly locale: LocaleId;
  readonly attributes: TmxAttributes;
  readonly remarks: readonly TmxRemark[];
  readonly runs: Runs;
}

/** A unit: one text in several languages. */
export interface TmxUnit {
  readonly attributes: TmxAttributes;
  readonly remarks: readonly TmxRemark[];
  readonly variants: readonly TmxVariant[];
  /** Where it begins in the text of the file. */
  readonly index: number;
}

/** Why a unit or a language of one was left out. */
export interface TmxSkip {
  readonly reason: string;
  readonly index: number;
}
