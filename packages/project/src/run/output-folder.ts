import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makingFolder } from '../file/make-folder.js';

/** Makes the folders of outputs that are not there yet; the answer takes those away again in which nothing was written. */
export async function makeFolders(paths: readonly string[]): Promise<() => Promise<void>> {
  const made: string[] = [];
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    try {
      for await (const one of makingFolder(folder)) made.push(one);
    } catch {
      // A folder that cannot be made is reported by the check of outputs.
    }
  }
  return async () => {
    for (const folder of made.reverse()) await rmdir(folder).catch(() => undefined);
  };
}
