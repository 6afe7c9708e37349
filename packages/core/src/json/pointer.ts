import { isPlainObject } from './is-plain-object.js';

/** Escapes one name or index as RFC 6901 asks. */
export function toPointerToken(key: string | number): string {
  const text = String(key);
  return text.includes('~') || text.includes('/') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/** Reads one escaped token of a JSON pointer. */
export function fromPointerToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

/** Writes a path as a JSON pointer (RFC 6901); `''` for no path. */
export function toPointer(path: readonly (string | number)[]): string {
  return pointerTo('', ...path);
}

/** Extends a JSON pointer by the names and indexes that follow. */
export function pointerTo(base: string, ...path: readonly (string | number)[]): string {
  let pointer = base;
  for (const key of path) pointer += `/${toPointerToken(key)}`;
  return pointer;
}

/** Reads a JSON pointer as a path. Whatever stands before the first slash is left out. */
export function fromPointer(pointer: string): string[] {
  return pointer.split('/').slice(1).map(fromPointerToken);
}

/** Finds the value at a JSON pointer; undefined where an object or list on the way has no such own member. */
export function getAtPointer(value: unknown, pointer: string): unknown {
  let found = value;
  for (const key of fromPointer(pointer)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** Copies a value with a member set at a JSON pointer; undefined where something on the way is no object. */
export function setAtPointer(value: unknown, pointer: string, member: unknown): unknown {
  return setAtPath(value, fromPointer(pointer), member);
}

function setAtPath(value: unknown, [name, ...rest]: readonly string[], member: unknown): unknown {
  if (name === undefined) return member;
  if (value !== undefined && !isPlainObject(value)) return undefined;
  const own = value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;
  const inner = setAtPath(own, rest, member);
  if (inner === undefined || name === '__proto__') return undefined;
  return { ...value, [name]: inner };
}
