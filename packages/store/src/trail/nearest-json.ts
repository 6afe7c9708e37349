import { canonicalJson, isPlainObject } from '@helve/core';

const MAX_DEPTH = 64;
/** Escape of half a surrogate pair as `JSON.stringify` writes it; a text may also contain it literally. */
const HALF_PAIR = '\\ud';

/** Marks a value that only the slow path can write: a class instance, a cycle, or a type that JSON lacks. */
const odd = Symbol('odd');

/**
 * Returns the canonical JSON of a value; values that JSON lacks are approximated: half a surrogate pair becomes
 * U+FFFD, a bigint its digits. Most records have their members in order, so that `JSON.stringify` writes them at
 * once.
 */
export function nearestJson(value: unknown): string {
  const ordered = inOrder(value, 0);
  if (ordered === odd) return writeSlowly(value);
  const text = JSON.stringify(ordered);
  return text.includes(HALF_PAIR) ? writeSlowly(value) : text;
}

/** Returns the value itself when its members are in canonical order throughout, else a copy. */
function inOrder(value: unknown, depth: number): unknown {
  if (isSimple(value)) return value;
  if (depth > MAX_DEPTH) return odd;
  if (Array.isArray(value)) return listInOrder(value, depth);
  return isPlainObject(value) ? membersInOrder(value, depth) : odd;
}

/** True for a value of JSON without members, the common case. */
function isSimple(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value === null ||
    value === undefined
  );
}

function listInOrder(list: readonly unknown[], depth: number): unknown {
  for (const item of list) {
    const ordered = inOrder(item, depth + 1);
    if (ordered === odd) return odd;
    if (ordered !== item) return copyList(list, depth);
  }
  return list;
}

function copyList(list: readonly unknown[], depth: number): unknown {
  const copy = list.map((item) => inOrder(item, depth + 1));
  return copy.includes(odd) ? odd : copy;
}

function membersInOrder(object: Readonly<Record<string, unknown>>, depth: number): unknown {
  let last = '';
  for (const key in object) {
    if (key < last) return copyMembers(object, depth);
    last = key;
    const member = object[key];
    if (isSimple(member)) continue;
    const ordered = inOrder(member, depth + 1);
    if (ordered === odd) return odd;
    if (ordered !== member) return copyMembers(object, depth);
  }
  return object;
}

function copyMembers(object: Readonly<Record<string, unknown>>, depth: number): unknown {
  const copy: Record<string, unknown> = {};
  // The default order compares UTF-16 code units, as canonical JSON does.
  for (const key of Object.keys(object).sort()) {
    const ordered = inOrder(object[key], depth + 1);
    // Integer keys always come first in an object, and `__proto__` is no ordinary key.
    if (ordered === odd || key === '__proto__' || /^\d/.test(key)) return odd;
    copy[key] = ordered;
  }
  return copy;
}

function writeSlowly(value: unknown): string {
  return canonicalJson(wellFormed(JSON.parse(JSON.stringify(value, bigintAsText))));
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]));
}
