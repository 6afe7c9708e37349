import type { ScoredTool } from './scored-tool.js';
import { toTerms } from './keyword/terms.js';
import type { PickableTool } from './tool-card.js';

/** Number of tools compared for variety; those further down are too weak to be chosen for being different. */
export const MAX_COMPARED = 50;

/** Chooses by maximal marginal relevance: one by one, the tool that fits well and is unlike those already chosen. */
export function chooseDiverse<Tool extends PickableTool>(
  best: readonly ScoredTool<Tool>[],
  count: number,
  diversity: number,
): readonly ScoredTool<Tool>[] {
  const left = best.map((tool) => ({ tool, terms: cardTerms(tool), likeness: 0 }));
  const chosen: ScoredTool<Tool>[] = [];
  while (chosen.length < count && left.length > 0) {
    const worth = left.map(({ tool, likeness }) => (1 - diversity) * tool.score - diversity * likeness);
    const at = worth.indexOf(Math.max(...worth));
    const [next] = left.splice(at, 1);
    if (next === undefined) break;
    chosen.push(next.tool);
    for (const other of left) other.likeness = Math.max(other.likeness, similarity(next.terms, other.terms));
  }
  return chosen;
}

function cardTerms({ card }: ScoredTool): ReadonlySet<string> {
  return new Set([...toTerms(card.name), ...toTerms(card.record.description)]);
}

/** Returns the share of terms that two tools have in common. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const term of a) if (b.has(term)) common += 1;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
