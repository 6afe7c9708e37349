import { canonicalJson } from '@helve/core';
import { runsText, structuralText, type LocaleId, type Runs } from '@helve/flow';

/** What a memory offers for a text. */
export interface TmCandidate {
  readonly id: string;
  readonly source: Runs;
  readonly target: Runs;
  /** From 0 to 1. */
  readonly score: number;
  readonly tier: string;
  readonly ambiguous: boolean;
}

/** How a memory is asked. */
export interface TmQuery {
  readonly source: Runs;
  readonly from: LocaleId;
  readonly to: LocaleId;
  readonly minScore: number;
  readonly maxResults: number;
}

/** Remembers what was translated how. */
export interface TranslationMemory {
  /** Best first. */
  lookup(query: TmQuery): readonly TmCandidate[] | Promise<readonly TmCandidate[]>;
}

/** One text in several languages, which are peers. */
export interface TmEntry {
  readonly id: string;
  readonly variants: { readonly [locale: LocaleId]: Runs };
}

/** A memory that knows equal texts only, in memory. */
export function createExactMemory(entries: readonly TmEntry[]): TranslationMemory {
  const byText = new Map<string, TmEntry[]>();
  for (const entry of entries) {
    for (const [locale, runs] of Object.entries(entry.variants)) {
      const key = keyOf(locale, runsText(runs));
      byText.set(key, [...(byText.get(key) ?? []), entry]);
    }
  }
  return {
    lookup({ source, from, to, minScore, maxResults }) {
      const found = (byText.get(keyOf(from, runsText(source))) ?? []).flatMap((entry) =>
        toCandidate(entry, source, from, to),
      );
      return withAmbiguity(found)
        .filter(({ score }) => score >= minScore)
        .toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
        .slice(0, maxResults);
    },
  };
}

function toCandidate({ id, variants }: TmEntry, source: Runs, from: LocaleId, to: LocaleId): TmCandidate[] {
  const [own, target] = [variants[from], variants[to]];
  if (own === undefined || target === undefined) return [];
  const same = normal(structuralText(own)) === normal(structuralText(source));
  const tier = same ? 'structural-exact' : 'exact';
  return [{ id, source: own, target, score: same ? 1 : 0.99, tier, ambiguous: false }];
}

/** Several perfect matches that say different things are not perfect. */
function withAmbiguity(found: readonly TmCandidate[]): readonly TmCandidate[] {
  const perfect = found.filter(({ score }) => score === 1);
  const different = new Set(perfect.map(({ target }) => canonicalJson(target)));
  if (different.size < 2) return found;
  return found.map((one) => (one.score === 1 ? { ...one, score: 0.99, ambiguous: true } : one));
}

function keyOf(locale: LocaleId, text: string): string {
  return `${locale}\n${normal(text)}`;
}

function normal(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ');
}
