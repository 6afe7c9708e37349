import { isPlainObject } from '@helve/core';

/** One key of the config with the value that a command line gives it. */
export interface ConfigOverride {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** A config with other values at some keys; it is not checked yet. */
export function overrideConfig(config: unknown, overrides: readonly ConfigOverride[]): unknown {
  return overrides.reduce((source, { path, value }) => withValue(source, path, value), config);
}

/** Defined, not assigned: `__proto__` is a name like any other, and gets refused as one. */
function withValue(source: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy: Record<string, unknown> = isPlainObject(source) ? { ...source } : {};
  const inner = Object.hasOwn(copy, name) ? copy[name] : undefined;
  const member = withValue(inner, rest, value);
  return Object.defineProperty(copy, name, { value: member, enumerable: true, configurable: true, writable: true });
}
