import type { ToolHook } from '../../contract/hook.js';
import type { ToolHookStage } from '../../contract/stage.js';

/**
 * The hooks of a stage in the order they run: higher priority first, ties as registered; for `did*` the exact mirror, so
 * that will and did nest like brackets.
 */
export function sortForStage<H extends ToolHook>(stage: ToolHookStage, hooks: readonly H[]): H[] {
  return orderForStage(stage, hooks, (hook) => hook.priority?.() ?? 0);
}

export function orderForStage<T>(stage: ToolHookStage, items: readonly T[], priorityOf: (item: T) => number): T[] {
  const sorted = items
    .map((item) => ({ item, priority: priorityOf(item) }))
    .toSorted((a, b) => b.priority - a.priority)
    .map(({ item }) => item);
  return stage.startsWith('did') ? sorted.toReversed() : sorted;
}
