import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { artifactFile, handlersFolder, providersFolder } from '../artifact/file-names.js';
import { collectProblems, type Problem } from '../problem/problem.js';

/** A folder that becomes a tool. */
export interface ToolFolder {
  /** Name of the folder itself. */
  readonly name: string;
  readonly toolId: string;
}

/** The tool folders, and problems with their names. */
export interface Scan {
  readonly folders: readonly ToolFolder[];
  readonly problems: readonly Problem[];
}

const idPattern = /^[a-z][a-z0-9_]{0,63}$/;

/**
 * Lists every directory as a tool, in code-unit order; ignores names that begin with `_` or `.`, installed packages and
 * plain files.
 */
export function scanFolders(dir: string, out: string): Scan {
  const problems: Problem[] = [];
  const folders = readdirSync(dir)
    .filter((name) => !/^[_.]|^node_modules$/.test(name) && isDirectory(join(dir, name)))
    .toSorted()
    .filter((name) => !isOurs(name, dir, out, problems))
    .map((name) => ({ name, toolId: toToolId(name) }));
  const sound = folders.filter((folder) => hasSoundName(folder, folders, problems));
  return { folders: sound, problems };
}

/** Converts a folder's name to the id of its tool. */
export function toToolId(name: string): string {
  return name.replaceAll('-', '_');
}

/** True when a text follows the rule for ids. */
export function isToolId(id: string): boolean {
  return idPattern.test(id);
}

/** True for folders that a build writes beside the tools, even if the registry has moved since. */
function isOurs(name: string, dir: string, out: string, problems: Problem[]): boolean {
  if (name !== handlersFolder && name !== providersFolder) return false;
  if (dir !== out && !existsSync(join(dir, artifactFile))) return false;
  if (existsSync(join(dir, name, 'schema.json'))) {
    const message = `The build keeps its own files in "${name}"`;
    collectProblems(problems, name)('BUILD_FOLDER_RESERVED', { file: name }, message);
  }
  return true;
}

function hasSoundName({ name, toolId }: ToolFolder, folders: readonly ToolFolder[], problems: Problem[]): boolean {
  const report = collectProblems(problems, isToolId(toolId) ? toolId : name);
  if (!isToolId(toolId)) {
    report('BUILD_FOLDER_NAME', { file: name }, `Cannot make an id of the folder "${name}"`);
    return false;
  }
  const twins = folders.filter((other) => other.toolId === toolId && other.name !== name);
  for (const twin of twins) {
    report('BUILD_ID_TWICE', { file: name }, `The folders "${name}" and "${twin.name}" both define "${toolId}"`);
  }
  return twins.length === 0;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
