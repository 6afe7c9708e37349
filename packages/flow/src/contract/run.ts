/** Operations that an inline code allows. */
export interface Constraints {
  readonly deletable: boolean;
  readonly cloneable: boolean;
  readonly reorderable: boolean;
}

/** A stretch of text. */
export interface TextRun {
  readonly kind: 'text';
  readonly text: string;
}

/** A standalone code: a variable, an image, a line break. */
export interface PlaceholderRun {
  readonly kind: 'ph';
  readonly id: string;
  readonly type: string;
  readonly subType?: string;
  /** The code as the format writes it. */
  readonly data: string;
  readonly equiv?: string;
  readonly disp?: string;
  readonly constraints?: Constraints;
}

/** The first half of a pair of codes. */
export interface OpenRun {
  readonly kind: 'pc-open';
  readonly id: string;
  readonly type: string;
  readonly subType?: string;
  readonly data: string;
  readonly equiv?: string;
  readonly disp?: string;
  readonly constraints?: Constraints;
  /** True when the other half is in another unit. */
  readonly isolated?: boolean;
}

/** The second half of a pair of codes; the opener's constraints hold for both. */
export interface CloseRun {
  readonly kind: 'pc-close';
  readonly id: string;
  readonly type: string;
  readonly subType?: string;
  readonly data: string;
  readonly equiv?: string;
  readonly isolated?: boolean;
}

/** A reference to another block inside the text. */
export interface SubRun {
  readonly kind: 'sub';
  readonly id: string;
  readonly ref: string;
  readonly equiv?: string;
}

/** A CLDR category, or `=N` for one exact number. */
export type PluralKey = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other' | `=${number}`;

/** Content that depends on a number; `other` is always there. */
export interface PluralRun {
  readonly kind: 'plural';
  readonly pivot: string;
  readonly ordinal?: boolean;
  readonly offset?: number;
  readonly forms: { readonly [key in PluralKey]?: Runs };
}

/** Content that depends on a word; `other` is always there. */
export interface SelectRun {
  readonly kind: 'select';
  readonly pivot: string;
  readonly cases: { readonly [key: string]: Runs };
}

/** A run that represents one inline code. */
export type CodeRun = PlaceholderRun | OpenRun | CloseRun | SubRun;

/** One piece of content. */
export type Run = TextRun | CodeRun | PluralRun | SelectRun;

/** Content: frozen, and replaced rather than changed. */
export type Runs = readonly Run[];

/** The way into one form: the index of a plural or select run, and the form's key, for each level. */
export type Path = readonly { readonly run: number; readonly form: string }[];

/**
 * A half-open stretch of one unit. `offset` counts code points in a text run and is 0 elsewhere; a place at the end of a
 * text run is written as the start of the next run.
 */
export interface RunRange {
  readonly path?: Path;
  readonly startRun: number;
  readonly startOffset: number;
  readonly endRun: number;
  readonly endOffset: number;
}
