import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { flowErrors } from '../../flow-errors.js';

export interface OutputPathFacts {
  readonly path: string;
  /** The file that is read, if there is one. */
  readonly input?: string | undefined;
  /** The output may replace the input. */
  readonly inPlace?: boolean | undefined;
}

/** Refuses a path that cannot become an output: a directory, no regular file, no parent, read-only, or the input. */
export function checkOutputPath({ path, input, inPlace = false }: OutputPathFacts): void {
  const parent = dirname(resolve(path));
  const parentStat = statIfExists(parent);
  if (parentStat === undefined) refuse(path, `there is no directory "${parent}"`);
  if (!parentStat.isDirectory()) refuse(path, `"${parent}" is not a directory`);
  if (!isWritable(parent)) refuse(path, `the directory "${parent}" is read-only`);
  const stats = statIfExists(path);
  if (stats !== undefined) {
    if (stats.isDirectory()) refuse(path, 'it is a directory');
    if (!stats.isFile()) refuse(path, 'it is not a regular file');
    if (!isWritable(path)) refuse(path, 'it is read-only');
  }
  if (!inPlace && input !== undefined && isSameFile(path, input)) refuse(path, 'it is the input');
}

/** Reads the file status; undefined where there is none or it cannot be read. */
function statIfExists(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [statIfExists(one), statIfExists(other)];
  if (a === undefined || b === undefined) return resolve(one) === resolve(other);
  return a.dev === b.dev && a.ino === b.ino;
}

function refuse(path: string, problem: string): never {
  throw flowErrors.create('FLOW_OUTPUT_PATH', { path, problem }, { details: { path } });
}
