import type { LocaleId, Runs } from '@helve/flow';

/** Attributes by name, as written in the file. */
export type TmxAttributes = { readonly [name: string]: string };

/** A property or a note: its text and its attributes. */
export interface TmxRemark {
  readonly kind: 'prop' | 'note';
  readonly attributes: TmxAttributes;
  readonly text: string;
}

/** The header of a file. */
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
  /** Start in the text of the file. */
  readonly index: number;
}

/** Reason why a unit or a language of one was skipped. */
export interface TmxSkip {
  readonly reason: string;
  readonly index: number;
}
