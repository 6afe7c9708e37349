import type { ToolContract } from '../wire/wire.js';
import { titleOf } from './title-of.js';

/** Finds tools: first by name, then those of the gateway's index, then by text. */
export function findTools(
  tools: readonly ToolContract[],
  query: string,
  chosen: readonly string[] = [],
): readonly ToolContract[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tools;
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  const found = new Set([
    ...tools.filter((tool) => holds(`${tool.id} ${titleOf(tool)}`, words)),
    ...chosen.map((id) => byId.get(id)).filter((tool) => tool !== undefined),
    ...tools.filter((tool) => holds(`${tool.id} ${titleOf(tool)} ${tool.description} ${tool.tags.join(' ')}`, words)),
  ]);
  return [...found];
}

function holds(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
