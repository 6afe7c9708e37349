import { basename } from 'node:path';
import { pathInside } from './grant.js';

/** A path as callers at a door hear of it: seen from the project, and never where that lies on the machine. */
export function shownPath(path: string, folder: string): string {
  return pathInside(folder, path) ?? `…/${basename(path)}`;
}
