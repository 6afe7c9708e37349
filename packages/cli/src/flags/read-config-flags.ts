import type { ConfigOverride } from '@helve/project';

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

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is meant as it stands.
    return text;
  }
}
