import { isPlainObject } from './is-plain-object.js';

/** Freezes plain objects and arrays all the way down; instances and functions inside are left as they are. */
export function deepFreeze<T>(value: T): T {
  freezeAll(value, new Set());
  return value;
}

function freezeAll(value: unknown, seen: Set<object>): void {
  if (!isFreezable(value) || seen.has(value)) return;
  seen.add(value);
  Object.freeze(value);
  for (const key of Reflect.ownKeys(value)) freezeAll((value as Record<PropertyKey, unknown>)[key], seen);
}

/** A deep-frozen copy of the plain objects and arrays in a value, so that the author's own object stays as it was. */
export function frozenCopy<T>(value: T): T {
  return copyFrozen(value, new Map()) as T;
}

function copyFrozen(value: unknown, seen: Map<object, object>): unknown {
  if (!isFreezable(value)) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  const copy: Record<PropertyKey, unknown> = Array.isArray(value) ? ([] as never) : {};
  seen.set(value, copy);
  for (const key of keysOf(value)) {
    const member = copyFrozen((value as Record<PropertyKey, unknown>)[key], seen);
    // Defined, not assigned: this key must become a property, never a prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: member, enumerable: true });
    else copy[key] = member;
  }
  return Object.freeze(copy);
}

function keysOf(value: object): PropertyKey[] {
  const symbols = Object.getOwnPropertySymbols(value);
  return symbols.length === 0 ? Object.keys(value) : [...Object.keys(value), ...symbols];
}

function isFreezable(value: unknown): value is Record<string, unknown> | unknown[] {
  return Array.isArray(value) || isPlainObject(value);
}
