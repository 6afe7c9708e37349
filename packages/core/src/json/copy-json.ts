import { isPlainObject } from './is-plain-object.js';

/** Sets an own property, also when its name is `__proto__`. */
export function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[name] = value;
  }
}

/** A deep copy of a JSON value that shares nothing with it. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isPlainObject(value)) return value;
  // A spread defines properties, whatever their names: `__proto__` is an own one already when it is set again below.
  const copy = { ...value };
  for (const name in copy) {
    const member = copy[name];
    if (typeof member === 'object' && member !== null) copy[name] = copyJson(member);
  }
  return copy;
}

/** Copies a value that is known to be JSON, so that nothing is tested again. */
export function copyPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyPlain);
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const member = copy[name];
    if (typeof member === 'object' && member !== null) copy[name] = copyPlain(member);
  }
  return copy;
}
