/** How much a model may send in one call. */
export interface ArgumentLimits {
  /** Of the text, in UTF-8. */
  readonly maxBytes: number;
  /** Objects and lists within each other; the arguments themselves are the first. */
  readonly maxDepth: number;
  /** Members of objects and items of lists, all together. */
  readonly maxMembers: number;
}

/** What holds unless told. */
export const argumentLimits: ArgumentLimits = Object.freeze({
  maxBytes: 256 * 1024,
  maxDepth: 64,
  maxMembers: 10_000,
});
