/** True when an object carries a mark; one that throws when it is looked at does not. */
export function hasMark(value: unknown, mark: symbol): value is object {
  try {
    return typeof value === 'object' && value !== null && mark in value;
  } catch {
    return false;
  }
}
