import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toWriteError } from './write-file-atomic.js';

/** Makes a folder and those around it that are missing. */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    for await (const _ of makingFolder(folder, mode));
  } catch (cause) {
    throw toWriteError(folder, cause);
  }
}

/**
 * Makes a folder and those around it that are missing, and yields each that it has made, outermost first; throws
 * the error of the first one that cannot be made. They are made one by one: the recursive `mkdir` of Node never ends where a system denies that the parent exists, as `/proc` does.
 */
export async function* makingFolder(folder: string, mode?: number): AsyncGenerator<string, void, undefined> {
  if (await isThere(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) yield* makingFolder(parent, mode);
  if (await makeOne(folder, mode)) yield folder;
}

/** Makes one folder; false where somebody else has just made it. */
async function makeOne(folder: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(folder, { mode });
    return true;
  } catch (cause) {
    if (await isThere(folder)) return false;
    throw cause;
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
