import { OverlayType, unitText, type BlockView } from '@helve/flow';
import {
  isMarkedChanged,
  isOpenSegment,
  isPartialTarget,
  segmentPairs,
  topPath,
  type SegmentPair,
} from '@helve/flow/content';
import type { FindingDraft } from '../../check/finding-draft.js';
import { wholeUnit } from '../../check/unit-range.js';
import { codesIn } from '../../check/unit-code.js';
import { hasContent } from '../../check/has-content.js';
import { allOfSource, toDraft, type QaPair } from './qa-pair.js';

/** Switches of the rules about missing content. */
export interface ContentOptions {
  readonly checkEmptyTarget: boolean;
  readonly checkEmptySource: boolean;
  readonly checkChangedSource: boolean;
}

/** Keys in place of which desktop programs show the names of their translators. */
const credits = /^(?:translator[-_]credits|Your names|Your emails)$/;

/** Adds findings about a side without content; returns true when both have content and can be compared. */
export function checkContent(
  view: BlockView,
  variant: string,
  { checkEmptyTarget, checkEmptySource }: Omit<ContentOptions, 'checkChangedSource'>,
  found: FindingDraft[],
): boolean {
  const target = view.target(variant)?.runs;
  const inSource = hasContent(view.source);
  const inTarget = target !== undefined && hasContent(target);
  const missing = inSource && inTarget ? missingSegments(view, variant) : [];
  if (inSource && inTarget && missing.length === 0) return !credits.test(unitText(view.source));
  if (checkEmptyTarget) for (const segment of missing) found.push(toMissing(view, variant, segment));
  if (missing.length > 0) return false;
  if (inSource && checkEmptyTarget) {
    const source = wholeUnit({ runs: view.source, path: topPath });
    const message = `The source is not translated into "${variant}"`;
    found.push(toDraft({ variant }, 'qa.empty-target', message, { source }));
  }
  if (target !== undefined && inTarget && checkEmptySource) {
    const range = wholeUnit({ runs: target, path: topPath });
    found.push(toDraft({ variant }, 'qa.empty-source', 'The target has text, but the source has none', { range }));
  }
  return false;
}

/** Adds a finding about a translation that is older than its source; catalogs say themselves that theirs are unfinished. */
export function checkChangedSource(
  view: BlockView,
  variant: string,
  options: Pick<ContentOptions, 'checkChangedSource'>,
  found: FindingDraft[],
): void {
  const target = view.target(variant);
  // What a step of this run has made is not older than its source.
  if (!options.checkChangedSource || target === undefined || target.origin?.tool !== undefined) return;
  if (!isMarkedChanged(view, variant)) return;
  const source = wholeUnit({ runs: view.source, path: topPath });
  const range = wholeUnit({ runs: target.runs, path: topPath });
  const message = `The source has changed since it was translated into "${variant}"`;
  found.push(toDraft({ variant }, 'qa.changed-source', message, { source, range }));
}

/**
 * Adds a finding about a form without content beside others; returns true for such a form, which says nothing to compare.
 * Programs show nothing then, and gettext refuses it where the source has directives.
 */
export function checkEmptyForm(
  pair: QaPair,
  { checkEmptyTarget, flags = '' }: Pick<ContentOptions, 'checkEmptyTarget'> & { readonly flags?: string | undefined },
  found: FindingDraft[],
): boolean {
  const { form, source, target, variant } = pair;
  if (form === undefined || hasContent(target) || !hasContent(source)) return false;
  if (checkEmptyTarget && !form.isSpare) {
    const message = `The form "${form.key}" is not translated into "${variant}", although others are`;
    const severity = formatFlag.test(flags) && codesIn(source).length > 0 ? 'critical' : 'major';
    found.push(toDraft(pair, 'qa.empty-target', message, { source: allOfSource(pair), subject: form.key, severity }));
  }
  return true;
}

/** A flag of a catalog that has gettext compare the directives of both sides. */
const formatFlag = /(?:^|[\s,])(?!no-)[\w+-]+-format\b/u;

/** Lists the segments that wait for a translation in a target that has others. */
function missingSegments(view: BlockView, variant: string): readonly SegmentPair[] {
  return isPartialTarget(view, variant) ? segmentPairs(view, variant).filter(isOpenSegment) : [];
}

function toMissing(view: BlockView, variant: string, { id }: SegmentPair): FindingDraft {
  const span = view.overlays(OverlayType.OverlaySegmentation, null).find((one) => one.id === id);
  const source = span?.range ?? wholeUnit({ runs: view.source, path: topPath });
  return toDraft({ variant }, 'qa.empty-target', `The segment "${id}" is not translated into "${variant}"`, { source });
}
