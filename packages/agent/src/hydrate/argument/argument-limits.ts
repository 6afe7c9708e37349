/** Maximum size of the arguments of one call. */
export interface ArgumentLimits {
  /** Size of the text in UTF-8. */
  readonly maxBytes: number;
  /** Nesting of objects and lists; the arguments themselves are level 1. */
  readonly maxDepth: number;
  /** Members of objects and items of lists, all together. */
  readonly maxMembers: number;
}

/** The default limits. */
export const argumentLimits: ArgumentLimits = Object.freeze({
  maxBytes: 256 * 1024,
  maxDepth: 64,
  maxMembers: 10_000,
});
