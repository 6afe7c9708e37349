/** A range of a text, in UTF-16 indexes; the end is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}
