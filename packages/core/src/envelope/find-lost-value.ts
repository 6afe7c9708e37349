import { toPointer } from '../json/pointer.js';

/** A value that JSON drops or changes, with its place and what to give instead. */
export interface LostValue {
  readonly pointer: string;
  readonly problem: string;
}

/** Deeper values are left to the writer of JSON, which refuses what contains itself. */
const maxDepth = 500;

/** Returns the first value that JSON would drop or change without a word; dates and `toJSON` have a form of their own. */
export function findLostValue(value: unknown): LostValue | undefined {
  const path: (string | number)[] = [];
  const problem = search(value, path, 0);
  return problem === undefined ? undefined : { pointer: toPointer(path.reverse()), problem };
}

/** Notes the names that lead to what it finds, the innermost first. */
function search(value: unknown, path: (string | number)[], depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return problemOf(value);
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) return searchList(value, path, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const problem = objectProblem(value);
    if (problem !== undefined || 'toJSON' in value) return problem;
  }
  for (const key of Object.keys(value)) {
    const problem = search(Reflect.get(value, key), path, depth + 1);
    if (problem === undefined) continue;
    path.push(key);
    return problem;
  }
  return undefined;
}

function searchList(list: readonly unknown[], path: (string | number)[], depth: number): string | undefined {
  for (let at = 0; at < list.length; at += 1) {
    const problem = search(list[at], path, depth + 1);
    if (problem === undefined) continue;
    path.push(at);
    return problem;
  }
  return undefined;
}

function problemOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? undefined : `it is ${value}; give null or a text`;
    case 'bigint':
      return 'it is a big integer; give its text';
    case 'function':
    case 'symbol':
      return `it is a ${typeof value}; give data`;
    default:
      return undefined;
  }
}

function objectProblem(value: object): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'it is an invalid date; give null' : undefined;
  if (value instanceof Set) return 'it is a Set; give a list, as in [...set]';
  if (value instanceof Map) return 'it is a Map; give an object, as in Object.fromEntries(map)';
  if ('toJSON' in value) return undefined;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'it is bytes; give a text, such as base64';
  if (value instanceof Error) return 'it is an Error; throw it, or give its message';
  if (value instanceof RegExp) return 'it is a RegExp; give its source';
  if (value instanceof Promise) return 'it is a promise; await it';
  return undefined;
}
