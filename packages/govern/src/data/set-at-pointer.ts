import { isPlainObject } from '@helve/core';

/** Copies a value with a member set at a JSON pointer; undefined if something on the way is not an object. */
export function setAtPointer(value: unknown, pointer: string, member: unknown): unknown {
  const names = pointer.split('/').slice(1).map(unescapeToken);
  return setAt(value, names, member);
}

function setAt(value: unknown, names: readonly string[], member: unknown): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return member;
  if (value !== undefined && !isPlainObject(value)) return undefined;
  const own = value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;
  const inner = setAt(own, rest, member);
  if (inner === undefined || name === '__proto__') return undefined;
  return { ...value, [name]: inner };
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
