/** A frozen list of texts; what a foreign worker sent instead of one is no list. */
export function textList(value: unknown): readonly string[] {
  return Object.freeze(Array.isArray(value) ? value.map(String) : []);
}
