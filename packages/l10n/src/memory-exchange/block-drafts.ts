import {
  OverlayType,
  overlayOf,
  runsText,
  targetStatuses,
  type Block,
  type LocaleId,
  type Origin,
  type Runs,
  type Target,
  type TargetStatus,
} from '@helve/flow';
import {
  blockSides,
  extractRuns,
  hasForms,
  isEngineDraft,
  hasWords,
  isOpenSegment,
  parseVariant,
  segmentPairs,
} from '@helve/flow/content';
import type { TmDraft, TmEntity } from '../memory/contract.js';
import { codeFault } from '../tool-kit/code-fault.js';
import { differInCodes } from './unit-drafts.js';

/** Options for learning from blocks. */
export interface LearnOptions {
  /** Target languages to learn. Default: all. */
  readonly to?: readonly LocaleId[] | undefined;
  /** Minimum status of a target. */
  readonly minStatus: TargetStatus;
  readonly document: string;
  readonly session: string;
  readonly project?: string | undefined;
}

/** Entries learned from a block: one for each target that is good enough, and for each of its segments. */
export interface BlockDrafts {
  readonly drafts: readonly TmDraft[];
  /** Number of targets whose status is too low. */
  readonly early: number;
  /** Number of drafts of engines among them. */
  readonly engine: number;
  /** Number of targets whose inline codes differ from the source: they would be proposed but never filled in. */
  readonly broken: number;
}

/** Creates the entries of a block. A target of which segments are missing teaches only those that it has. */
export function blockDrafts(block: Block, choice: LearnOptions): BlockDrafts {
  let [early, engine, broken] = [0, 0, 0];
  const drafts: TmDraft[] = [];
  if (!block.translatable) return { drafts, early, engine, broken };
  for (const [variant, target] of Object.entries(block.targets)) {
    const { locale } = parseVariant(variant);
    if (choice.to !== undefined && !choice.to.includes(locale)) continue;
    if (locale === block.sourceLocale) continue;
    for (const lesson of lessonsOf(block, variant, target)) {
      if (!hasWords(lesson.source) || !hasWords(lesson.target)) continue;
      if (!isAtLeast(lesson.status, choice.minStatus)) {
        early += 1;
        engine += isEngineDraft(lesson) ? 1 : 0;
      } else if (hasOtherCodes(lesson, locale)) broken += 1;
      else drafts.push(toDraft(block, variant, lesson, choice));
    }
  }
  return { drafts, early, engine, broken };
}

/** A text and its translation. */
interface TextPair {
  readonly source: Runs;
  readonly target: Runs;
  readonly status: TargetStatus;
  readonly origin: Origin | undefined;
}

/** Lists the pairs of a target: the whole where nothing is missing, and each of several segments. */
function lessonsOf(block: Block, variant: string, target: Target): readonly TextPair[] {
  const { runs, status, origin } = target;
  const whole = { source: block.source, target: runs, status, origin };
  const pairs = segmentPairs(blockSides(block), variant);
  const segments = pairs.flatMap(({ ignorable, source, target: own, status: stage }) =>
    ignorable || own === undefined ? [] : [{ source, target: own, status: stage, origin }],
  );
  const isWhole = pairs.every((pair) => pair.target !== undefined && !isOpenSegment(pair));
  if (segments.length < 2) return isWhole ? [whole] : segments;
  return isWhole ? [whole, ...segments] : segments;
}

function toDraft(
  block: Block,
  variant: string,
  { source, target, status, origin }: TextPair,
  { session, document, project }: LearnOptions,
): TmDraft {
  const { locale, tone, channel } = parseVariant(variant);
  const properties = { ...(tone !== undefined && { tone }), ...(channel !== undefined && { channel }), status };
  return {
    variants: { [block.sourceLocale]: source, [locale]: target },
    entities: entitiesIn(block, locale, source, target),
    properties: origin === undefined ? properties : { ...properties, origin: origin.kind },
    origins: [{ session, document }],
    ...(project !== undefined && { project }),
  };
}

/**
 * True when a target has other codes than the source; forms are compared one by one, since languages have different
 * ones.
 */
function hasOtherCodes({ source, target }: TextPair, locale: LocaleId): boolean {
  return source.some(hasForms) ? codeFault({ source }, locale, target) !== undefined : differInCodes([source, target]);
}

function isAtLeast(status: TargetStatus, least: TargetStatus): boolean {
  return targetStatuses.indexOf(status) >= targetStatuses.indexOf(least);
}

/** Finds the names and numbers of the source that occur unchanged in the target. */
function entitiesIn(block: Block, locale: LocaleId, source: Runs, target: Runs): readonly TmEntity[] {
  const spans = overlayOf(block, OverlayType.OverlayEntity, null)?.spans ?? [];
  const [before, text] = [runsText(source), runsText(target)];
  return spans.flatMap(({ range, value }) => {
    const type = value?.['entityType'];
    if (range === undefined || typeof type !== 'string') return [];
    const own = runsText(extractRuns(block.source, range));
    return own !== '' && before.includes(own) && text.includes(own)
      ? [{ type, values: { [block.sourceLocale]: own, [locale]: own } }]
      : [];
  });
}
