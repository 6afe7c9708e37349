import { runsText, sourceText, textRun, type Block, type LocaleId, type Resources, type Runs } from '@helve/flow';
import { plainText } from '@helve/flow/content';
import {
  createMemoryStorage,
  createTermbase,
  createTranslationMemory,
  PROJECT_MEMORY,
  PROJECT_TERMS,
  type Concept,
  type TmDraft,
} from '@helve/l10n';
import { eachBlock, type Language } from './flow-corpus.js';
import { edited } from './memory-corpus.js';

const TERMS = 300;

/** An entry for a unit; nothing when the memory does not know it. */
export type Known = (block: Block, locale: LocaleId, index: number) => TmDraft | undefined;

/** The translation of the catalog, or where it has none the source itself. */
export const exactly: Known = ({ source, targets }, locale) => {
  const target = targets[locale]?.runs ?? [];
  return { variants: { en: source, [locale]: target.length === 0 ? source : target } };
};

/** Knows a source with some other words, where it is only text. */
export const nearly: Known = (block, locale, index) => {
  const text = plainText(block.source);
  if (text === undefined) return undefined;
  const source: Runs = [textRun(edited(text, `${text} elsewhere`, 1 + (index % 3)))];
  return { variants: { en: source, [locale]: source } };
};

/**
 * A memory with one entry for each source of a language, and terms. Entries are read from text, as after an import: from
 * blocks that were kept here V8 would learn to make all blocks where only what stays is made.
 */
export async function resourcesFor(languages: readonly Language[], known: Known): Promise<Resources> {
  const memory = createTranslationMemory(createMemoryStorage());
  const words = new KeptWords();
  for (const language of languages) {
    const drafts = await draftsOf(language, known, words);
    await memory.add(drafts.map((draft) => JSON.parse(draft) as TmDraft));
  }
  const terms = createTermbase(words.toConcepts(['en', ...languages.map(({ locale }) => locale)]));
  const held = new Map<string, unknown>([
    [PROJECT_MEMORY, memory],
    [PROJECT_TERMS, terms],
  ]);
  return { get: (uri) => held.get(uri) };
}

/** As JSON, one for the first unit of each source. */
async function draftsOf(language: Language, known: Known, words: KeptWords): Promise<readonly string[]> {
  const sources = new Set<string>();
  const drafts: string[] = [];
  await eachBlock(language, (block) => {
    words.see(language.locale, block);
    const source = JSON.stringify(block.source);
    if (sources.has(source)) return;
    const draft = known(block, language.locale, sources.size);
    sources.add(source);
    if (draft !== undefined) drafts.push(JSON.stringify(draft));
  });
  return drafts;
}

/** The words that translators of these catalogs leave as they are. */
class KeptWords {
  readonly #seen = new Map<string, { sources: number; targets: number }>();

  see(locale: LocaleId, block: Block): void {
    const target = runsText(block.targets[locale]?.runs ?? []);
    for (const word of target === '' ? [] : new Set(sourceText(block).match(/\b[A-Za-z]{4,}\b/g))) {
      const { sources, targets } = this.#seen.get(word) ?? { sources: 0, targets: 0 };
      this.#seen.set(word, { sources: sources + 1, targets: targets + (target.includes(word) ? 1 : 0) });
    }
  }

  /** The most frequent ones. */
  toConcepts(locales: readonly LocaleId[]): readonly Concept[] {
    return [...this.#seen]
      .filter(([, { sources, targets }]) => targets >= sources * 0.9)
      .toSorted(([, one], [, other]) => other.sources - one.sources)
      .slice(0, TERMS)
      .map(([text]) => ({
        id: text,
        domain: '',
        definition: '',
        terms: locales.map((locale) => ({ text, locale, status: 'approved' as const })),
        relations: [],
        properties: {},
      }));
  }
}
