/** Returns a frozen list of strings; anything else that a foreign worker sends becomes an empty list. */
export function textList(value: unknown): readonly string[] {
  return Object.freeze(Array.isArray(value) ? value.map(String) : []);
}
