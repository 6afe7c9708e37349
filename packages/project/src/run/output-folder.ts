import { mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Makes the folders of outputs that are not there yet; the answer takes those away again in which nothing was written. */
export async function makeFolders(paths: readonly string[]): Promise<() => Promise<void>> {
  const made: string[] = [];
  for (const folder of new Set(paths.map((path) => dirname(path)))) made.push(...(await makeFolder(folder)));
  return async () => {
    for (const folder of made.reverse()) await rmdir(folder).catch(() => undefined);
  };
}

/**
 * Makes the missing folders, outermost first, up to one that cannot be made, which the check of outputs reports. They
 * are made one by one: the recursive `mkdir` of Node never ends where a system denies that the parent exists, as `/proc` does.
 */
async function makeFolder(folder: string): Promise<readonly string[]> {
  const made: string[] = [];
  for (const missing of await missingFolders(resolve(folder))) {
    const isMade = await mkdir(missing).then(
      () => true,
      () => false,
    );
    if (isMade) made.push(missing);
    else if (!(await isThere(missing))) break;
  }
  return made;
}

/** Lists a folder and its parents that are not there, outermost first. */
async function missingFolders(folder: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let at = folder; !(await isThere(at)) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  return missing;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
