import { canonicalJson, isPlainObject } from '@helve/core';

const MAX_DEPTH = 64;
/** How the platform writes half a surrogate pair; a text may also speak of one. */
const HALF_PAIR = '\\ud';

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
  return text.includes(HALF_PAIR) ? writeSlowly(value) : text;
}

/** The value itself if its members are in the order of canonical JSON all through, else a copy. */
function inOrder(value: unknown, depth: number): unknown {
  if (isSimple(value)) return value;
  if (depth > MAX_DEPTH) return odd;
  if (Array.isArray(value)) return listInOrder(value, depth);
  return isPlainObject(value) ? membersInOrder(value, depth) : odd;
}

/** Whether a value has no members and a place in JSON; most have. */
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
  // The default order compares UTF-16 code units, which is that of canonical JSON.
  for (const key of Object.keys(object).sort()) {
    const ordered = inOrder(object[key], depth + 1);
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
