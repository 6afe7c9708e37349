import { realpath } from 'node:fs/promises';
import { dirname, relative, isAbsolute, basename, join } from 'node:path';
import { ToolError } from '@helve/core';

/** Refuses a path that leaves the folder of the project, also through links: callers from afar get no other files. */
export async function assertInside(folder: string, path: string): Promise<void> {
  const inside = relative(await realpath(folder), await realOf(path));
  if (inside !== '' && !isAbsolute(inside) && inside.split(/[/\\]/)[0] !== '..') return;
  throw new ToolError('AUTH', `Cannot use "${path}": it is outside of the project`);
}

/** A file or folder that is yet to be made is where its folder is. */
async function realOf(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  return realpath(path).catch(async () => join(await realOf(parent), basename(path)));
}
