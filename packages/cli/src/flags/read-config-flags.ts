import type { ConfigOverride } from '@helve/project';

/** Values of `--config`: the file, and overrides of its keys. */
export interface ConfigFlags {
  readonly file: string | undefined;
  readonly overrides: readonly ConfigOverride[];
}

const assignment = /^([A-Za-z][\w-]*(?:\.[\w-]+)*)=(.*)$/s;

/** Tells files from `key.of.it=VALUE`, where the value is JSON or else a text; a file whose name looks so is `./a=b.json`. */
export function readConfigFlags(values: readonly (string | undefined)[]): ConfigFlags {
  let file: string | undefined;
  const overrides: ConfigOverride[] = [];
  for (const value of values) {
    if (value === undefined) continue;
    const [, key, text = ''] = assignment.exec(value) ?? [];
    if (key === undefined) file = value;
    else overrides.push({ path: key.split('.'), value: readValue(text) });
  }
  return { file, overrides };
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON stands for itself.
    return text;
  }
}
