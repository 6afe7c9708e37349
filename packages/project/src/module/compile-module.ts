import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join, parse, relative, resolve } from 'node:path';
import { build, type BuildFailure } from 'esbuild';
import { CapabilityDefinitionError } from '@helve/worker';
import { makeFolder } from '../file/make-folder.js';
import { keepLocations } from './keep-locations.js';

/** Compiles a module with what it imports of the same kind into a file for other processes, named by its content; returns the path. */
export async function compileModule(file: string, folder: string): Promise<string> {
  const code = await bundle(file);
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const compiled = join(folder, `${parse(file).name}-${hash}.mjs`);
  if (existsSync(compiled)) return compiled;
  await makeFolder(folder);
  const draft = `${compiled}.${process.pid}`;
  await writeFile(draft, code);
  await rename(draft, compiled);
  return compiled;
}

async function bundle(file: string): Promise<string> {
  try {
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
      keepNames: true,
      sourcemap: 'inline',
      sourcesContent: false,
      conditions: ['module-sync', 'node-addons'],
      absWorkingDir: dirname(file),
      // Standard decorators keep their metadata under this symbol.
      banner: { js: "Symbol.metadata ??= Symbol.for('Symbol.metadata');" },
      plugins: [keepLocations()],
      logLevel: 'silent',
    });
    return outputFiles[0]?.text ?? '';
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    const [{ text, location } = { text: error.message, location: null }] = error.errors;
    const at = location === null ? file : `${resolve(dirname(file), location.file)}:${location.line}`;
    const details = `${text} (${relative(dirname(file), at) || at})`;
    throw new CapabilityDefinitionError(`Cannot compile "${file}": ${details}`, { details });
  }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}
