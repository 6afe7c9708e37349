import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those around it that are missing. They are made one by one: the recursive `mkdirSync` of Node never
 * ends where a system denies that the parent exists, as `/proc` does.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (cause) {
    if (!existsSync(folder)) throw cause;
  }
}
