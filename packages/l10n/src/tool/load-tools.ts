import type { ToolEntry } from '@helve/flow';

/** Loads every tool of this package on demand. */
export async function loadTools(): Promise<readonly ToolEntry[]> {
  return (await import('./all-tools.js')).allTools;
}
