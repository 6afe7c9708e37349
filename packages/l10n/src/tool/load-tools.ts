import type { ToolEntry } from '@helve/flow';

/** Every tool of this package, whose code is loaded now and not before. */
export async function loadTools(): Promise<readonly ToolEntry[]> {
  return (await import('./all-tools.js')).allTools;
}
