import type { RegistrySnapshot, ToolRecord } from '@helve/core';
import type { PickOptions, PickResult } from './pick-options.js';
import { runPick } from './run-pick.js';
import type { PickableTool } from './tool-card.js';
import { ToolCatalog, type ToolSource } from './tool-catalog.js';

/** Tools that are indexed and can be chosen from many times. */
export interface ToolIndex<Tool extends PickableTool> {
  readonly size: number;
  pick(input: unknown, options?: PickOptions): Promise<PickResult<Tool>[]>;
}

/**
 * Indexes the present tools, so that the first choice is as fast as the next; later changes of the source do not reach
 * it.
 */
export function createToolIndex(tools: RegistrySnapshot): ToolIndex<ToolRecord>;
export function createToolIndex<Tool extends PickableTool>(tools: readonly Tool[]): ToolIndex<Tool>;
export function createToolIndex(tools: ToolSource<PickableTool>): ToolIndex<PickableTool> {
  const catalog = new ToolCatalog<PickableTool>('list' in tools ? tools.list() : [...tools]);
  catalog.keywords.warm();
  return Object.freeze({
    size: catalog.cards.length,
    pick: async (input: unknown, options: PickOptions = {}) => runPick(input, () => catalog, options),
  });
}
