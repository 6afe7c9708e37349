import { relative } from 'node:path';
import type { ToolInvokeContext } from '@helve/core';
import { isAtTerminal } from './caller-files.js';
import type { Reach } from './reach.js';

/** Refuses outputs that a caller at a door may not write; the refusal tells them as seen from the project. */
export function assertWithinReach(
  paths: Iterable<string>,
  { reach, folder }: { readonly reach: Reach; readonly folder: string },
  ctx: ToolInvokeContext,
): void {
  if (isAtTerminal(ctx)) return;
  for (const path of paths) reach.locate(relative(folder, path), 'write');
}
