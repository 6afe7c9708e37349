import { OverlayType, type Block, type LocaleId, type ReadonlySpan, type Runs, type Target } from '@helve/flow';
import { blockSides, isPartialTarget, variantLocale } from '@helve/flow/content';
import { alignTarget } from '../../format/align-target.js';
import type { TmMatch, TranslationMemory } from '../../memory/contract.js';
import { createMemoryStorage } from '../../memory/create-memory-storage.js';
import { createTranslationMemory } from '../../memory/create-translation-memory.js';
import { createContentKey } from './content-key.js';
import { readPrevious, type PreviousRequest } from './read-previous.js';

/** One text of the previous version, with its translation. */
export interface PreviousText {
  readonly id: string;
  readonly source: Runs;
  readonly target: Target | undefined;
  /** Segments of the target. */
  readonly segments: readonly ReadonlySpan[];
}

/** Files of the previous version. */
export interface PreviousFiles {
  readonly previous?: string;
  readonly previousSource?: string;
  readonly previousTarget?: string;
}

/** The previous version. */
export interface PreviousVersion {
  byId(id: string): PreviousText | undefined;
  /** Returns the text with the same content and the same codes; the first one of several. */
  byContent(source: Runs): PreviousText | undefined;
  /** Returns the text with the same words around other codes; the first one of several. */
  byWords(source: Runs): PreviousText | undefined;
  /** Returns the most similar text, with its score. */
  nearest(
    source: Runs,
    minScore: number,
  ): Promise<{ readonly text: PreviousText; readonly match: TmMatch } | undefined>;
}

export interface VersionOptions extends PreviousRequest {
  readonly caseSensitive: boolean;
}

export async function openPreviousVersion(files: PreviousFiles, options: VersionOptions): Promise<PreviousVersion> {
  const { from, to, caseSensitive } = options;
  const texts = await readTexts(files, options);
  const toContent = createContentKey({ locale: from, caseSensitive, codes: true });
  const toWords = createContentKey({ locale: from, caseSensitive, codes: false });
  const byId = new Map(texts.map((text) => [text.id, text]));
  const byContent = new Map(texts.toReversed().map((text) => [toContent(text.source), text]));
  const byWords = new Map(texts.toReversed().map((text) => [toWords(text.source), text]));
  let memory: Promise<TranslationMemory> | undefined;
  return {
    byId: (id) => byId.get(id),
    byContent: (source) => byContent.get(toContent(source)),
    byWords: (source) => byWords.get(toWords(source)),
    async nearest(source, minScore) {
      memory ??= createMemory(texts, from, to);
      const [match] = await (await memory).lookup({ source, from, to, minScore, maxResults: 1 });
      const text = match === undefined ? undefined : byContent.get(toContent(match.source));
      return match === undefined || text === undefined ? undefined : { text, match };
    },
  };
}

async function readTexts(files: PreviousFiles, options: VersionOptions): Promise<readonly PreviousText[]> {
  const { previous, previousSource, previousTarget } = files;
  if (previous !== undefined) {
    const blocks = await readPrevious(previous, options);
    return blocks.map((block) => ({ id: block.id, source: block.source, ...targetIn(block, options.to) }));
  }
  if (previousSource === undefined || previousTarget === undefined) return [];
  const sources = await readPrevious(previousSource, options);
  const targets = await readPrevious(previousTarget, { ...options, from: options.to });
  const byId = new Map(targets.map((block) => [block.id, block.source]));
  return sources.map(({ id, source }) => {
    const runs = byId.get(id);
    return {
      id,
      source,
      target: runs === undefined ? undefined : { runs: alignTarget(runs, source), status: 'translated' },
      segments: [],
    };
  });
}

/** Finds the translation of a block; one of which segments are missing is none. */
function targetIn(block: Block, to: LocaleId): Pick<PreviousText, 'target' | 'segments'> {
  const variants = Object.keys(block.targets);
  const variant = variants.includes(to) ? to : variants.find((one) => variantLocale(one) === to);
  const sides = blockSides(block);
  if (variant === undefined || isPartialTarget(sides, variant)) return { target: undefined, segments: [] };
  return { target: sides.target(variant), segments: sides.overlays(OverlayType.OverlaySegmentation, variant) };
}

async function createMemory(texts: readonly PreviousText[], from: LocaleId, to: LocaleId): Promise<TranslationMemory> {
  const memory = createTranslationMemory(createMemoryStorage());
  await memory.add(
    texts.flatMap(({ source, target }) =>
      target === undefined || source.length === 0 ? [] : [{ variants: { [from]: source, [to]: target.runs } }],
    ),
  );
  return memory;
}
