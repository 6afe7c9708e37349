import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { flowErrors } from '../flow-errors.js';

export interface OutputPathFacts {
  readonly path: string;
  /** The file that is read, if there is one. */
  readonly input?: string | undefined;
  /** The output may replace the input. */
  readonly inPlace?: boolean | undefined;
}

/** Refuses a path that cannot become an output: a directory, no regular file, no parent, read-only, or the input. */
export async function checkOutputPath({ path, input, inPlace = false }: OutputPathFacts): Promise<void> {
  const parent = dirname(resolve(path));
  const parentStat = await statOf(parent);
  if (parentStat === undefined) refuse(path, `there is no directory "${parent}"`);
  if (!parentStat.isDirectory()) refuse(path, `"${parent}" is no directory`);
  if (!(await isWritable(parent))) refuse(path, `the directory "${parent}" is read-only`);
  const there = await statOf(path);
  if (there !== undefined) {
    if (there.isDirectory()) refuse(path, 'it is a directory');
    if (!there.isFile()) refuse(path, 'it is no regular file');
    if (!(await isWritable(path))) refuse(path, 'it is read-only');
  }
  if (!inPlace && input !== undefined && (await isSameFile(path, input))) refuse(path, 'it is the input');
}

async function statOf(path: string) {
  return stat(path).catch(() => undefined);
}

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([statOf(one), statOf(other)]);
  if (a === undefined || b === undefined) return resolve(one) === resolve(other);
  return a.dev === b.dev && a.ino === b.ino;
}

function refuse(path: string, problem: string): never {
  throw flowErrors.create('FLOW_OUTPUT_PATH', { path, problem }, { details: { path } });
}
