import { byScore, type ScoredTool } from './scored-tool.js';
import type { ToolCard } from './tool-card.js';

/** The family of each tool that has other versions. */
export type Families = ReadonlyMap<ToolCard, string>;

const versionMark = /(?:[._-]+[vV]|(?<=[a-z])V)\d+(?:[._]\d+)*$/;

/** Groups versions of one tool by name, such as `get_user` and `get_user_v2`. */
export function findFamilies(cards: readonly ToolCard[]): Families {
  const members = new Map<string, ToolCard[]>();
  for (const card of cards) {
    const family = card.name.replace(versionMark, '');
    const known = members.get(family);
    if (known === undefined) members.set(family, [card]);
    else known.push(card);
  }
  const several = [...members].filter(
    ([name, family]) => family.length > 1 && family.some((card) => card.name !== name),
  );
  return new Map(several.flatMap(([name, family]) => family.map((card) => [card, name] as const)));
}

/** Returns the tools of which a better version is chosen: those beyond the best few of each family. */
export function weakerVersions(
  scored: Iterable<ScoredTool>,
  families: Families,
  versions: number,
): ReadonlySet<ToolCard> {
  const byFamily = new Map<string, ScoredTool[]>();
  for (const tool of scored) {
    const family = families.get(tool.card);
    if (family === undefined) continue;
    const known = byFamily.get(family);
    if (known === undefined) byFamily.set(family, [tool]);
    else known.push(tool);
  }
  const weaker = [...byFamily.values()].flatMap((tools) => tools.toSorted(byScore).slice(versions));
  return new Set(weaker.map(({ card }) => card));
}
