import { isPlainObject } from './is-plain-object.js';

/**
 * True when two values have equal content: JSON in any order of members, an undefined member counting as absent, and
 * dates.
 */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b || Object.is(a, b)) return true;
  if (a instanceof Date) return b instanceof Date && Object.is(a.getTime(), b.getTime());
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => deepEqual(item, b[at]));
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const names = presentNames(a);
  return (
    names.length === presentNames(b).length &&
    names.every((name) => Object.hasOwn(b, name) && b[name] !== undefined && deepEqual(a[name], b[name]))
  );
}

/** A text that two values share exactly when they are deeply equal; finds duplicates in linear time. */
export function equalityKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(equalityKey).join(',')}]`;
  if (!isPlainObject(value)) return scalarKey(value);
  const members = presentNames(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${equalityKey(value[name])}`);
  return `{${members.join(',')}}`;
}

function scalarKey(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : `${typeof value} ${String(value)}`;
}

function presentNames(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}
