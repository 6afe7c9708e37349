import { canonicalJson } from '@helve/core';

const MAX_DEPTH = 64;
const halfPairPattern = /\\ud[89a-f]/i;

/** What only the slow way can write: a value of a class, without end, or that JSON does not know. */
const odd = Symbol('odd');

/**
 * The canonical JSON of a value; what JSON can only nearly hold is written as near as it can be: half a surrogate pair as
 * U+FFFD, a bigint by its digits. Most records have their members in order: then the platform writes them at once.
 */
export function nearestJson(value: unknown): string {
  const ordered = inOrder(value, 0);
  if (ordered === odd) return writeSlowly(value);
  const text = JSON.stringify(ordered);
  return halfPairPattern.test(text) ? writeSlowly(value) : text;
}

/** The value itself if its members are in the order of canonical JSON all through, else a copy. */
function inOrder(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint' || typeof value === 'function') return odd;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return odd;
  if (Array.isArray(value)) return listInOrder(value, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? membersInOrder(value, depth) : odd;
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

function membersInOrder(object: object, depth: number): unknown {
  let last = '';
  for (const key in object) {
    const member: unknown = Reflect.get(object, key);
    const ordered = inOrder(member, depth + 1);
    if (ordered === odd) return odd;
    if (key < last || ordered !== member) return copyMembers(object, depth);
    last = key;
  }
  return object;
}

function copyMembers(object: object, depth: number): unknown {
  const copy: Record<string, unknown> = {};
  // The default order compares UTF-16 code units, which is that of canonical JSON.
  for (const key of Object.keys(object).sort()) {
    const ordered = inOrder(Reflect.get(object, key), depth + 1);
    // Numbers come first in an object, whatever was written first; and one key is none.
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
