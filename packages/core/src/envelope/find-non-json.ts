import { isPlainObject } from '../json/is-plain-object.js';

/** The JSON pointer of the first value that JSON cannot hold as it is; `undefined` if there is none. */
export function findNonJson(value: unknown): string | undefined {
  return search(value, '', new Set());
}

function search(value: unknown, pointer: string, parents: Set<object>): string | undefined {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean')
    return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : pointer;
  if (!(Array.isArray(value) || isPlainObject(value)) || parents.has(value)) return pointer;
  parents.add(value);
  for (const [key, member] of Object.entries(value)) {
    const found = search(member, `${pointer}/${key}`, parents);
    if (found !== undefined) return found;
  }
  parents.delete(value);
  return undefined;
}
