import type { LocaleId } from '@helve/flow';
import { addDrafts } from './add-drafts.js';
import type { KeyTier, TmEntry, TmMatch, TmQuery, TmStorage, TranslationMemory } from './contract.js';
import { joinTiers, keyHash } from './key.js';
import { createLocaleIndex, type LocaleIndex } from './locale-index.js';
import {
  askedOf,
  compareMatches,
  PROJECT_BONUS,
  scoreEntry,
  withAmbiguity,
  withHit,
  type Asked,
  type Similarity,
} from './score-entry.js';
import { searchKeys } from './search-keys.js';

/** What a memory is told about its use. */
export interface MemoryOptions {
  /** The project that asks, where a query names none. */
  readonly project?: string;
  /** The clock of the machine unless told. */
  now?(): number;
}

/** A memory over a storage: what is stored stays the storage's, what is alike is decided here for all of them. */
export function createTranslationMemory(storage: TmStorage, options: MemoryOptions = {}): TranslationMemory {
  const { now = Date.now } = options;
  const indexes = new Map<LocaleId, LocaleIndex>();
  const indexOf = (locale: LocaleId): LocaleIndex => {
    const index = indexes.get(locale) ?? createLocaleIndex(storage, locale);
    indexes.set(locale, index);
    return index;
  };
  return {
    async lookup(given) {
      const query = options.project === undefined ? given : { project: options.project, ...given };
      const { minScore = 0.75, maxResults = 10, perfectIsEnough = false, project } = query;
      const asked = askedOf(query);
      const exact = withAmbiguity(await findExact(storage, asked));
      const isEnough = minScore >= 1 || (perfectIsEnough && exact.some(({ score }) => score === 1));
      const all = isEnough ? exact : await findFuzzy(storage, indexOf(asked.from), query, asked, exact);
      return all
        .filter(({ score }) => score >= minScore)
        .toSorted(compareMatches(project))
        .slice(0, maxResults);
    },
    add: (drafts) => addDrafts(storage, drafts, now),
  };
}

/** The entries that have the same text in one of the tiers. */
async function findExact(storage: TmStorage, asked: Asked): Promise<readonly TmMatch[]> {
  const { plain, structural, generalized } = asked.texts;
  const keys: [KeyTier, string][] = [['plain', plain]];
  if (structural !== plain) keys.push(['structural', structural]);
  if (generalized !== structural) keys.push(['generalized', generalized]);
  const ids = new Set<string>();
  for (const [tier, text] of keys) {
    for (const id of await storage.exact(asked.from, tier, keyHash(text))) ids.add(id);
  }
  if (ids.size === 0) return [];
  return (await storage.rows([...ids])).flatMap((entry) => scoreEntry(entry, asked) ?? []);
}

/** Those, and the entries that are alike. */
async function findFuzzy(
  storage: TmStorage,
  index: LocaleIndex,
  query: TmQuery,
  asked: Asked,
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
  for (const { text, tiers } of joinTiers(asked.texts)) {
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
        const match = entry === undefined ? undefined : scoreEntry(entry, asked, known.get(id));
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

/** The score of the last match that would be given; nothing below it is of interest. */
function scoreOfLast(matches: readonly TmMatch[], maxResults: number): number {
  if (matches.length < maxResults) return 0;
  return matches.map(({ score }) => score).toSorted((one, other) => other - one)[maxResults - 1] ?? 0;
}
