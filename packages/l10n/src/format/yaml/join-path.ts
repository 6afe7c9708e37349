/** Joins keys by dots; positions of a list follow in brackets. */
export function joinPath(path: readonly string[]): string {
  return path.map((key, at) => (at === 0 || /^\[\d+\]$/u.test(key) ? key : `.${key}`)).join('');
}
