type Fields = { readonly [key: string]: unknown };

/** Returns the top-level keys whose values differ. Compared by value; absent, undefined and null are equal. */
export function fieldsThatChanged(old: Fields | null | undefined, next: Fields | null | undefined): Set<string> {
  const before = old ?? {};
  const after = next ?? {};
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set([...keys].filter((key) => !sameValue(own(before, key), own(after, key))));
}

/** True when two values are equal: unlike `deepEqual`, an absent or undefined member is null. */
function sameValue(a: unknown, b: unknown): boolean {
  const left = a ?? null;
  const right = b ?? null;
  if (left === right || Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) return sameItems(left, right);
  return fieldsThatChanged(left as Fields, right as Fields).size === 0;
}

function sameItems(left: object, right: object): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((item, at) => sameValue(item, right[at]));
}

function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
