import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Program } from 'acorn';
import { transform, type Loader } from 'esbuild';
import { memoizeByPath } from '../memoize-by-path.js';

/** The local modules of one build, read once however many handlers share them. */
export interface ModuleFiles {
  programOf(path: string): Promise<Program | undefined>;
}

export function createModuleFiles(dir: string): ModuleFiles {
  return { programOf: memoizeByPath((path) => parseModule(path, readFileSync(join(dir, path), 'utf8'))) };
}

const loaders: { readonly [extension: string]: Loader } = {
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'jsx',
};

/** Parses a module; TypeScript after its types are removed. */
async function parseModule(path: string, text: string): Promise<Program | undefined> {
  const loader = loaders[/\.(\w+)$/.exec(path)?.[1] ?? ''];
  if (loader === undefined) return undefined;
  if (loader === 'js') {
    const program = tryParse(text, true);
    if (program !== undefined) return program;
  }
  const { code } = await transform(text, { loader, target: 'es2022', tsconfigRaw: {}, logLevel: 'silent' });
  // Its lines are not those of the file.
  return tryParse(code, false);
}

/** Parses JavaScript; undefined where it is invalid. */
export function tryParse(text: string, locations: boolean): Program | undefined {
  try {
    return parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations, allowHashBang: true });
  } catch {
    return undefined;
  }
}
