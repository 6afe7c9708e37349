import { isPlainObject } from '@helve/core';

/** True when two values, JSON or dates, have equal content. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b);
  if (a instanceof Date) return b instanceof Date && Object.is(a.getTime(), b.getTime());
  return isPlainObject(a) && isPlainObject(b) && sameMembers(a, b);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (!sameValue(a[index], b[index])) return false;
  return true;
}

function sameMembers(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const names = Object.keys(a);
  for (const name of names) if (!Object.hasOwn(b, name) || !sameValue(a[name], b[name])) return false;
  return names.length === Object.keys(b).length;
}
