import { andThen, canonicalJson, type MaybePromise } from '@helve/core';
import {
  OverlayType,
  type LocaleId,
  type RunRange,
  type Runs,
  type OverlaySpan,
  type StepContext,
  type TargetView,
} from '@helve/flow';
import { rangeFor, samePath, shapeSpan } from '@helve/flow/content';
import { PROJECT_MEMORY } from '../../memory/project-memory.js';
import type { TmMatch, TranslationMemory } from '../../memory/contract.js';
import { withAmbiguity } from '../../memory/score-entry.js';
import type { Redo } from '../../tool-kit/redo.js';

/** Version of the tool, which targets record. */
export const version = '1.0.0';

/** Settings of tm-leverage. */
export interface LeverageConfig {
  readonly tm: readonly string[];
  readonly fuzzyThreshold: number;
  readonly fillTarget: boolean;
  readonly fillTargetThreshold: number;
  readonly fillIfTargetIsEmpty: boolean;
  readonly redo: readonly Redo[];
  readonly noQueryThreshold: number;
  readonly downgradeIdenticalBestMatches: boolean;
  readonly segments: boolean;
  readonly partialFill: boolean;
  readonly maxCandidates: number;
  readonly writeTmx?: string;
}

/** Creates a function that returns the memories of a step; a missing one is logged once. */
export function createMemoriesReader({ tm }: LeverageConfig): (ctx: StepContext) => readonly TranslationMemory[] {
  let read: readonly TranslationMemory[] | undefined;
  return (ctx) =>
    (read ??= (tm.length === 0 ? [PROJECT_MEMORY] : tm).flatMap((uri) => {
      const memory = ctx.resources.get(uri);
      if (isMemory(memory)) return [memory];
      ctx.log('warn', `There is no translation memory "${uri}"`);
      return [];
    }));
}

function isMemory(value: unknown): value is TranslationMemory {
  return typeof value === 'object' && value !== null && 'lookup' in value && typeof value.lookup === 'function';
}

/** Some content with the entities over it. */
export interface SourceText {
  readonly runs: Runs;
  readonly entities: readonly Pick<OverlaySpan, 'id' | 'range' | 'value'>[];
}

/** Returns the whole source of a block. */
export function wholeSource(view: TargetView): SourceText {
  return { runs: view.source, entities: view.overlays(OverlayType.OverlayEntity, null) };
}

/** Returns one segment of a source, with the entities inside it. */
export function segmentSource(view: TargetView, range: RunRange, runs: Runs): SourceText {
  const { start, end } = shapeSpan(view.source, range);
  const entities = view.overlays(OverlayType.OverlayEntity, null).flatMap((span) => {
    if (span.range === undefined || !samePath(span.range.path, range.path)) return [];
    const own = shapeSpan(view.source, span.range);
    if (own.start < start || own.end > end) return [];
    return [{ ...span, range: rangeFor(runs, [], own.start - start, own.end - start) }];
  });
  return { runs, entities };
}

/** Returns the best matches of all memories, best first, without duplicates. */
export function findMatches(
  { runs, entities }: SourceText,
  to: LocaleId,
  from: LocaleId,
  memories: readonly TranslationMemory[],
  config: LeverageConfig,
): MaybePromise<readonly TmMatch[]> {
  const { fuzzyThreshold, maxCandidates } = config;
  const minScore = fuzzyThreshold / 100;
  const query = { source: runs, entities, from, to, minScore, maxResults: maxCandidates, perfectIsEnough: true };
  const [memory, ...others] = memories;
  if (memory === undefined) return [];
  if (others.length === 0) return andThen(memory.lookup(query), (found) => chooseBest(found, config));
  return Promise.all(memories.map(async (each) => each.lookup(query))).then((found) =>
    chooseBest(found.flat(), config),
  );
}

function chooseBest(found: readonly TmMatch[], config: LeverageConfig): readonly TmMatch[] {
  const { fuzzyThreshold, maxCandidates, downgradeIdenticalBestMatches } = config;
  if (found.length < 2) return found;
  const unlike = [...new Map(found.toReversed().map((one) => [canonicalJson([one.target, one.score]), one])).values()];
  const sorted = withAmbiguity(unlike)
    .filter(({ score }) => score >= fuzzyThreshold / 100)
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
  return (downgradeIdenticalBestMatches ? downgraded(sorted) : sorted).slice(0, maxCandidates);
}

function downgraded(sorted: readonly TmMatch[]): readonly TmMatch[] {
  const top = sorted.filter(({ score }) => score === sorted[0]?.score);
  if (top.length < 2) return sorted;
  return sorted.map((one) =>
    top.includes(one) ? { ...one, score: Math.max(0, one.score - 0.01), ambiguous: true } : one,
  );
}
