import { isPlainObject } from '@helve/core';

/** One key of the config with the value that a command line gives it. */
export interface ConfigOverride {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** What the values of `--config` say: which file, and which keys of it are others. */
export interface ConfigFlags {
  readonly file: string | undefined;
  readonly overrides: readonly ConfigOverride[];
}

const assignment = /^([A-Za-z][\w-]*(?:\.[\w-]+)*)=(.*)$/s;

/** Tells files from `key.of.it=VALUE`, where the value is JSON or else a text; a file whose name looks so is `./a=b.json`. */
export function readConfigFlags(values: readonly (string | undefined)[]): ConfigFlags {
  let file: string | undefined;
  const overrides: ConfigOverride[] = [];
  for (const given of values) {
    if (given === undefined) continue;
    const [, key, text = ''] = assignment.exec(given) ?? [];
    if (key === undefined) file = given;
    else overrides.push({ path: key.split('.'), value: readValue(text) });
  }
  return { file, overrides };
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

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is meant as it stands.
    return text;
  }
}
