import { mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes the folders of outputs that are not there yet; the answer takes those away again in which nothing was written. */
export async function makeFolders(paths: readonly string[]): Promise<() => Promise<void>> {
  const made: string[] = [];
  for (const folder of new Set(paths.map((path) => dirname(path)))) made.push(...(await makeFolder(folder)));
  return async () => {
    for (const folder of made.reverse()) await rmdir(folder).catch(() => undefined);
  };
}

/** Makes the missing folders, outermost first; none where that is not possible, which the check of outputs reports. */
async function makeFolder(folder: string): Promise<readonly string[]> {
  const outermost = await mkdir(folder, { recursive: true }).catch(() => undefined);
  if (outermost === undefined) return [];
  const made = [folder];
  while (made[0] !== undefined && made[0] !== outermost) made.unshift(dirname(made[0]));
  return made;
}
