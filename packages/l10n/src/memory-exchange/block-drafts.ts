import {
  OverlayType,
  overlayOf,
  runsText,
  targetStatuses,
  type Block,
  type LocaleId,
  type Runs,
  type TargetStatus,
} from '@helve/flow';
import { extractRuns, formsOf, hasForms, isOnlySpaceAndCodes, parseVariant } from '@helve/flow/content';
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

/** Entries learned from a block: one for each target that is good enough. */
export interface BlockDrafts {
  readonly drafts: readonly TmDraft[];
  /** Number of targets whose status is too low. */
  readonly early: number;
  /** Number of targets whose inline codes differ from the source: they would be proposed but never filled in. */
  readonly broken: number;
}

/** Creates the entries of a block. */
export function blockDrafts(block: Block, choice: LearnOptions): BlockDrafts {
  let [early, broken] = [0, 0];
  const drafts: TmDraft[] = [];
  if (!block.translatable || !hasText(block.source)) return { drafts, early, broken };
  for (const [variant, { runs, status, origin }] of Object.entries(block.targets)) {
    const { locale, tone, channel } = parseVariant(variant);
    if (choice.to !== undefined && !choice.to.includes(locale)) continue;
    if (locale === block.sourceLocale || !hasText(runs)) continue;
    if (!isAtLeast(status, choice.minStatus)) early += 1;
    else if (hasOtherCodes(block, locale, runs)) broken += 1;
    else {
      const properties = { ...(tone !== undefined && { tone }), ...(channel !== undefined && { channel }), status };
      drafts.push({
        variants: { [block.sourceLocale]: block.source, [locale]: runs },
        entities: entitiesIn(block, locale, runs),
        properties: origin === undefined ? properties : { ...properties, origin: origin.kind },
        origins: [{ session: choice.session, document: choice.document }],
        ...(choice.project !== undefined && { project: choice.project }),
      });
    }
  }
  return { drafts, early, broken };
}

/**
 * True when a target has other codes than the source; forms are compared one by one, since languages have different
 * ones.
 */
function hasOtherCodes(block: Block, locale: LocaleId, target: Runs): boolean {
  return block.source.some(hasForms)
    ? codeFault(block, locale, target) !== undefined
    : differInCodes([block.source, target]);
}

function isAtLeast(status: TargetStatus, least: TargetStatus): boolean {
  return targetStatuses.indexOf(status) >= targetStatuses.indexOf(least);
}

/** True when a text, or a form of it, has something to translate. */
function hasText(runs: Runs): boolean {
  return runs.some((run) =>
    hasForms(run) ? formsOf(run).some(([, form]) => hasText(form)) : !isOnlySpaceAndCodes([run]),
  );
}

/** Finds the names and numbers of the source that occur unchanged in the target. */
function entitiesIn(block: Block, locale: LocaleId, target: Runs): readonly TmEntity[] {
  const spans = overlayOf(block, OverlayType.OverlayEntity, null)?.spans ?? [];
  const text = runsText(target);
  return spans.flatMap(({ range, value }) => {
    const type = value?.['entityType'];
    if (range === undefined || typeof type !== 'string') return [];
    const own = runsText(extractRuns(block.source, range));
    return own !== '' && text.includes(own) ? [{ type, values: { [block.sourceLocale]: own, [locale]: own } }] : [];
  });
}
