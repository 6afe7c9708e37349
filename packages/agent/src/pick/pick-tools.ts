import type { RegistrySnapshot, ToolRecord } from '@helve/core';
import type { PickOptions, PickResult } from './pick-options.js';
import { runPick } from './run-pick.js';
import type { PickableTool } from './tool-card.js';
import { toCatalog, type ToolSource } from './tool-catalog.js';

/** Chooses the tools that fit a question. Runs none of them and changes nothing; a list or registry is indexed once. */
export function pickTools(
  input: unknown,
  tools: RegistrySnapshot,
  options?: PickOptions,
): Promise<PickResult<ToolRecord>[]>;
export function pickTools<Tool extends PickableTool>(
  input: unknown,
  tools: readonly Tool[],
  options?: PickOptions,
): Promise<PickResult<Tool>[]>;
export function pickTools<Tool extends PickableTool>(
  input: unknown,
  tools: ToolSource<Tool>,
  options?: PickOptions,
): Promise<PickResult<Tool | ToolRecord>[]>;
export async function pickTools(
  input: unknown,
  tools: ToolSource<PickableTool>,
  options: PickOptions = {},
): Promise<PickResult[]> {
  return runPick(input, () => toCatalog(tools), options);
}
