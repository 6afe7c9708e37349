import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { makeFolder } from '../make-folder.js';
import { buildErrors } from '../build-errors.js';
import { isToolId, toToolId } from '../folder/scan-folders.js';
import { templateFiles } from './template-files.js';

/** A new tool folder. */
export interface Scaffold {
  readonly toolId: string;
  readonly folder: string;
  /** Names inside the folder. */
  readonly files: readonly string[];
}

/** Creates a tool folder that builds as it is, completely or not at all. */
export function initToolFolder({ dir, name }: { readonly dir: string; readonly name: string }): Scaffold {
  const toolId = toToolId(name);
  if (!isToolId(toolId)) throw buildErrors.create('BUILD_SCAFFOLD_NAME', { name, problem: 'it gives no id' });
  const folder = resolve(dir, name);
  if (existsSync(folder)) throw buildErrors.create('BUILD_SCAFFOLD_EXISTS', { name, folder: `${name}/` });
  const files = templateFiles(toolId, schemaPathFrom(folder));
  const draft = join(resolve(dir), `.${name}.${process.pid}.tmp`);
  try {
    makeFolder(draft);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(draft, file), text);
    renameSync(draft, folder);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw buildErrors.create('BUILD_WRITE_FAILED', { file: `${name}/`, problem }, { cause });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return { toolId, folder, files: Object.keys(files) };
}

const schemaFile = join('node_modules', '@helve', 'build', 'schema', 'tool-schema.json');

/**
 * Returns the path of the schema of `schema.json` for editors: in the nearest `node_modules`, or where an install would
 * put it.
 */
function schemaPathFrom(folder: string): string {
  const home = climb(folder, schemaFile) ?? climb(folder, 'package.json') ?? dirname(dirname(folder));
  return relative(folder, join(home, schemaFile)).split(sep).join('/');
}

/** Finds the nearest folder upwards that holds a file. */
function climb(folder: string, file: string): string | undefined {
  const around = dirname(folder);
  if (around === folder) return undefined;
  return existsSync(join(around, file)) ? around : climb(around, file);
}
