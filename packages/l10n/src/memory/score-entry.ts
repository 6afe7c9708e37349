import { canonicalJson } from '@helve/core';
import { textRun, type LocaleId, type Runs } from '@helve/flow';
import { freezeRuns, plainText } from '@helve/flow/content';
import { adaptTarget, queryEntities, type QueryEntity } from './adapt-target.js';
import { adoptEdges } from './adopt-edges.js';
import { adoptCodes, haveSameStructure } from './adopt-codes.js';
import { keyTiers, matchTiers, type TmEntry, type TmMatch, type TmQuery } from './contract.js';
import { keyTexts, variantTexts, type KeyTexts } from './key.js';
import type { KeyHit } from './search-keys.js';

/** Bonus of a fuzzy match of the own project, and the maximum score with it. */
export const PROJECT_BONUS = 0.03;
const MOST_WITH_BONUS = 0.99;

/** A query with everything computed once for all entries. */
export interface PreparedQuery {
  readonly source: Runs;
  readonly texts: KeyTexts;
  readonly entities: readonly QueryEntity[];
  readonly from: LocaleId;
  readonly to: LocaleId;
  readonly project: string | undefined;
  readonly scope: 'all' | 'only' | 'exclude';
}

export function prepareQuery(query: TmQuery): PreparedQuery {
  const { source: rawSource, entities = [], from, to, project, scope = 'all' } = query;
  const source = typeof rawSource === 'string' ? freezeRuns([textRun(rawSource)]) : rawSource;
  return {
    source,
    texts: keyTexts(source, entities),
    entities: entities.length === 0 ? [] : queryEntities(source, entities),
    from,
    to,
    project,
    scope,
  };
}

/** Similarity of an entry by its text, and with its entities left out. */
export interface Similarity {
  readonly own: number;
  readonly generalized: number;
}

/** Returns the better of the known similarity and a new hit. */
export function withHit(known: Similarity | undefined, { similarity, tiers }: KeyHit): Similarity {
  const { own = 0, generalized = 0 } = known ?? {};
  const isOwn = (tiers & (keyTiers.plain | keyTiers.structural)) !== 0;
  return isOwn
    ? { own: Math.max(own, similarity), generalized }
    : { own, generalized: Math.max(generalized, similarity) };
}

/** Scores an entry for a query; returns undefined when it lacks the languages or is out of scope. */
export function scoreEntry(entry: TmEntry, prepared: PreparedQuery, similarity?: Similarity): TmMatch | undefined {
  const { variants, project } = entry;
  const [stored, target] = [variants[prepared.from], variants[prepared.to]];
  if (stored === undefined || target === undefined || !isInScope(project, prepared)) return undefined;
  const scored = exactScore(entry, stored, target, prepared) ?? fuzzyScore(entry, target, prepared, similarity);
  if (scored === undefined) return undefined;
  const { score, tier, adapted } = scored;
  const runs = adoptEdges(adoptCodes(scored.target, stored, prepared.source), stored, prepared.source);
  const match = { id: entry.id, source: stored, target: runs, ambiguous: false, score, tier, adapted };
  return project === undefined ? match : { ...match, project };
}

function isInScope(project: string | undefined, { project: own, scope }: PreparedQuery): boolean {
  if (scope === 'all' || own === undefined) return true;
  return (project === own) === (scope === 'only');
}

type Scored = Pick<TmMatch, 'score' | 'tier' | 'adapted' | 'target'>;

function exactScore(entry: TmEntry, stored: Runs, target: Runs, prepared: PreparedQuery): Scored | undefined {
  // The common case: the same text without codes needs no further reading.
  const only = plainText(stored);
  if (only !== undefined && only === plainText(prepared.source)) {
    return { score: 1, tier: 'structural-exact', adapted: false, target };
  }
  const texts = variantTexts(stored, entry.entities, prepared.from);
  if (texts.structural === prepared.texts.structural)
    return { score: 1, tier: 'structural-exact', adapted: false, target };
  if (texts.generalized === prepared.texts.generalized) {
    const adapted = adaptTarget(entry, prepared.entities, prepared.from, prepared.to);
    if (adapted !== undefined) {
      return { score: 1, tier: 'generalized-exact', adapted: adapted !== target, target: adapted };
    }
  }
  if (texts.plain !== prepared.texts.plain) return undefined;
  return { score: haveSameStructure(stored, prepared.source) ? 1 : 0.99, tier: 'exact', adapted: false, target };
}

/** Computes the score of a fuzzy match; left-out entities count only when they can be put back. */
function fuzzyScore(
  entry: TmEntry,
  target: Runs,
  prepared: PreparedQuery,
  { own, generalized }: Similarity = { own: 0, generalized: 0 },
): Scored | undefined {
  const better = generalized > own ? adaptTarget(entry, prepared.entities, prepared.from, prepared.to) : undefined;
  const similarity = better === undefined ? own : generalized;
  if (similarity === 0) return undefined;
  return {
    score: withBonus(similarity, entry.project, prepared.project),
    tier: 'fuzzy',
    adapted: better !== undefined && better !== target,
    target: better ?? target,
  };
}

function withBonus(similarity: number, project: string | undefined, own: string | undefined): number {
  if (own === undefined || project !== own) return similarity;
  return Math.max(similarity, Math.min(MOST_WITH_BONUS, similarity + PROJECT_BONUS));
}

/** Lowers several perfect matches that differ. */
export function withAmbiguity(matches: readonly TmMatch[]): readonly TmMatch[] {
  if (matches.length < 2) return matches;
  const perfect = matches.filter(({ score }) => score === 1);
  if (perfect.length < 2) return matches;
  const different = new Set(perfect.map(({ target }) => canonicalJson(target)));
  if (different.size < 2) return matches;
  return matches.map((match) => (match.score === 1 ? { ...match, score: 0.99, ambiguous: true } : match));
}

/** Creates the order of matches: score, tier, own project, id. */
export function compareMatches(project: string | undefined): (one: TmMatch, other: TmMatch) => number {
  const isForeign = (match: TmMatch): number => (project !== undefined && match.project === project ? 0 : 1);
  return (one, other) =>
    other.score - one.score ||
    matchTiers.indexOf(one.tier) - matchTiers.indexOf(other.tier) ||
    isForeign(one) - isForeign(other) ||
    (one.id < other.id ? -1 : 1);
}
