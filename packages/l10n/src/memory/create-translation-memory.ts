import { andThen, gather, type MaybePromise } from '@helve/core';
import type { LocaleId } from '@helve/flow';
import { addDrafts } from './add-drafts.js';
import type { KeyTier, TmEntry, TmMatch, TmQuery, TmStorage, TranslationMemory } from './contract.js';
import { joinTiers, keyHash } from './key.js';
import { createLocaleIndex, type LocaleIndex } from './locale-index.js';
import {
  prepareQuery,
  compareMatches,
  PROJECT_BONUS,
  scoreEntry,
  withAmbiguity,
  withHit,
  type PreparedQuery,
  type Similarity,
} from './score-entry.js';
import { searchKeys } from './search-keys.js';

/** Options of a translation memory. */
export interface MemoryOptions {
  /** The default project of queries. */
  readonly project?: string;
  /** Default: the clock of the machine. */
  now?(): number;
}

/** Creates a memory over a storage: the storage stores, and similarity is decided here for all of them. */
export function createTranslationMemory(storage: TmStorage, options: MemoryOptions = {}): TranslationMemory {
  const { now = Date.now } = options;
  const indexes = new Map<LocaleId, LocaleIndex>();
  const openIndex = (locale: LocaleId): LocaleIndex => {
    const index = indexes.get(locale) ?? createLocaleIndex(storage, locale);
    indexes.set(locale, index);
    return index;
  };
  return {
    lookup(rawQuery) {
      const query = options.project === undefined ? rawQuery : { project: options.project, ...rawQuery };
      const { minScore = 0.75, perfectIsEnough = false } = query;
      const prepared = prepareQuery(query);
      return andThen(findExact(storage, prepared), (found) => {
        const exact = withAmbiguity(found);
        const isEnough = minScore >= 1 || (perfectIsEnough && exact.some(isPerfect));
        if (isEnough) return chooseBest(exact, query);
        return findFuzzy(storage, openIndex(prepared.from), query, prepared, exact).then((all) =>
          chooseBest(all, query),
        );
      });
    },
    add: (drafts, index) => addDrafts(storage, drafts, now, index),
  };
}

function isPerfect({ score, ambiguous }: TmMatch): boolean {
  return score === 1 || ambiguous;
}

function chooseBest(
  all: readonly TmMatch[],
  { minScore = 0.75, maxResults = 10, project }: TmQuery,
): readonly TmMatch[] {
  const good = all.filter(({ score }) => score >= minScore);
  return (good.length < 2 ? good : good.toSorted(compareMatches(project))).slice(0, maxResults);
}

/** Finds the entries with the same text in one of the tiers. */
function findExact(storage: TmStorage, prepared: PreparedQuery): MaybePromise<readonly TmMatch[]> {
  const { plain, structural, generalized } = prepared.texts;
  const findIds = (tier: KeyTier, text: string) => storage.exact(prepared.from, tier, keyHash(text), prepared.to);
  const first = findIds('plain', plain);
  // The common case: neither codes nor entities.
  if (structural === plain && generalized === plain) return andThen(first, (ids) => matchesOf(storage, ids, prepared));
  const others = [
    structural === plain ? none : findIds('structural', structural),
    generalized === structural ? none : findIds('generalized', generalized),
  ];
  return andThen(gather([first, ...others]), (lists) => matchesOf(storage, [...new Set(lists.flat())], prepared));
}

const none: readonly never[] = Object.freeze([]);

function matchesOf(
  storage: TmStorage,
  ids: readonly string[],
  prepared: PreparedQuery,
): MaybePromise<readonly TmMatch[]> {
  if (ids.length === 0) return none;
  return andThen(storage.rows(ids), (rows) => {
    const matches: TmMatch[] = [];
    for (const entry of rows) {
      const match = scoreEntry(entry, prepared);
      if (match !== undefined) matches.push(match);
    }
    return matches;
  });
}

/** Finds exact and similar entries. */
async function findFuzzy(
  storage: TmStorage,
  index: LocaleIndex,
  query: TmQuery,
  prepared: PreparedQuery,
  exact: readonly TmMatch[],
): Promise<readonly TmMatch[]> {
  const { minScore = 0.75, maxResults = 10, recall = 'exact', project } = query;
  const results = new Map(exact.map((match) => [match.id, match]));
  const perfect = new Set(results.keys());
  const entries = new Map<string, TmEntry>();
  const known = new Map<string, Similarity>();
  const bonus = project === undefined ? 0 : PROJECT_BONUS;
  let least = Math.max(0.01, minScore - bonus);
  await index.refresh(await storage.revision());
  for (const { text, tiers } of joinTiers(prepared.texts)) {
    await searchKeys(index, { text, tiers, minScore: least, recall }, async (hits) => {
      const near = hits.filter(({ entry }) => !perfect.has(entry));
      for (const hit of near) known.set(hit.entry, withHit(known.get(hit.entry), hit));
      await readEntries(
        storage,
        entries,
        near.map(({ entry }) => entry),
      );
      for (const { entry: id } of near) {
        const entry = entries.get(id);
        const match = entry === undefined ? undefined : scoreEntry(entry, prepared, known.get(id));
        if (match !== undefined) results.set(id, match);
      }
      const last = scoreOfLast([...results.values()], maxResults) - bonus;
      least = Math.max(least, last);
      return least;
    });
  }
  return [...results.values()];
}

async function readEntries(storage: TmStorage, entries: Map<string, TmEntry>, ids: readonly string[]): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !entries.has(id));
  if (missing.length === 0) return;
  for (const entry of await storage.rows(missing)) entries.set(entry.id, entry);
}

/** Returns the score of the last match that would be returned; nothing below it matters. */
function scoreOfLast(matches: readonly TmMatch[], maxResults: number): number {
  if (matches.length < maxResults) return 0;
  return matches.map(({ score }) => score).toSorted((one, other) => other - one)[maxResults - 1] ?? 0;
}
