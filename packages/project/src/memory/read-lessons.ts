import type { Block, LocaleId, Target, TargetStatus } from '@helve/flow';
import type { FormatResolver } from '@helve/flow/content';
import { fileHead, type FoundInput } from '@helve/flow/engine';
import { alignTarget, blockDrafts, fileSource, refuseFile, type TmDraft } from '@helve/l10n';

/** A text of the file of a translation. */
export type PairedText = Omit<Target, 'score'>;

/** The translations of blocks that stand in files of their own, by locale and block id. */
export type TranslationPairs = ReadonlyMap<LocaleId, ReadonlyMap<string, PairedText>>;

/** Options of learning from files. */
export interface Lesson {
  readonly from: LocaleId;
  readonly to: readonly LocaleId[] | undefined;
  readonly minStatus: TargetStatus;
  readonly project: string | undefined;
  readonly session: string;
  readonly formats: FormatResolver;
  readonly pairs: TranslationPairs;
  readonly signal: AbortSignal;
}

export interface LessonCounts {
  readonly blocks: number;
  readonly learned: number;
  /** Targets that have not come far enough. */
  readonly early: number;
  /** Number of drafts of engines among them. */
  readonly drafts: number;
  /** Targets with other inline codes than the source. */
  readonly broken: number;
}

/** Reads the entries that one file yields. */
export async function* readLessons(input: FoundInput, lesson: Lesson): AsyncGenerator<TmDraft, LessonCounts> {
  let [blocks, learned, early, engine, broken] = [0, 0, 0, 0, 0];
  for await (const block of readBlocks(input, lesson)) {
    blocks += 1;
    const taught = blockDrafts(withTwins(block, lesson.pairs), { ...lesson, document: input.id });
    learned += taught.drafts.length;
    early += taught.early;
    engine += taught.engine;
    broken += taught.broken;
    yield* taught.drafts;
  }
  return { blocks, learned, early, drafts: engine, broken };
}

/** The blocks of a file, by its format. */
export async function* readBlocks(
  { id, path }: FoundInput,
  { formats, from, to, signal }: Pick<Lesson, 'formats' | 'from' | 'signal'> & Partial<Pick<Lesson, 'to'>>,
): AsyncGenerator<Block> {
  const found = formats.detect({ path, head: fileHead(path) });
  if (found.format === undefined) throw refuseFile(id, found);
  const [only, more] = to ?? [];
  const ctx = {
    document: id,
    sourceLocale: from,
    ...(only !== undefined && more === undefined && { targetLocale: only }),
    signal,
    formats,
    lose: () => undefined,
  };
  for await (const part of found.format.read(fileSource(path), {}, ctx)) {
    signal.throwIfAborted();
    if (part.kind === 'block') yield part.block;
  }
}

/** A block with the translations that stand elsewhere. */
function withTwins(block: Block, twins: TranslationPairs): Block {
  if (twins.size === 0) return block;
  const targets = { ...block.targets };
  for (const [locale, blocks] of twins) {
    const twin = blocks.get(block.id);
    if (twin) targets[locale] = { ...twin, runs: alignTarget(twin.runs, block.source) };
  }
  return { ...block, targets };
}
