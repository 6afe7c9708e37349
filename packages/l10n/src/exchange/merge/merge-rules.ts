import {
  contentHash,
  runsText,
  structureHash,
  targetStatuses,
  type Runs,
  type Target,
  type TargetStatus,
} from '@helve/flow';
import { checkRuns, containsForms, dataText, normaliseRuns, translationUnits, unitAt } from '@helve/flow/content';
import { hasContent } from '../../check/has-content.js';
import { messageFault } from '../../dialect/find-fault.js';
import { hasMessageForms } from '../../dialect/has-message-forms.js';
import { plainPlural } from '../../format/po/plain-plural.js';
import { sameRuns } from '../../format/same-runs.js';
import { textLength } from '../../text/text-length.js';
import { codeFault } from '../../tool-kit/code-fault.js';
import { sentHash } from '../unit-hash.js';
import { allCodes, dataOf } from './codes-in-text.js';
import { bareRuns } from './bare-runs.js';
import type { MergeCandidate } from './merge-candidate.js';
import type { MergeOptions, MergeReason, MergeResult, MergeWarning } from './merge-result.js';
import { repairCodes } from './repair-codes.js';
import { isSourceAsSent } from './same-source.js';

/** The end of a unit. */
export interface MergeEnd {
  readonly result: MergeResult;
  readonly reason?: MergeReason;
  readonly detail?: string;
}

/** A change to the translation, after which the rules go on. */
export interface MergeChange {
  readonly target?: Target;
  readonly warning: MergeWarning;
}

/** A rule ends the way of a unit, changes its translation, or has nothing to say. */
export type MergeRule = (candidate: MergeCandidate, options: MergeOptions) => MergeEnd | MergeChange | undefined;

/** The rules for one returned unit, in their order; the first end counts. A unit that is not known never gets here. */
export const unitRules: readonly MergeRule[] = Object.freeze([
  hasTranslation,
  isTouched,
  isUnlocked,
  hasSentSource,
  hasUnchangedOriginal,
  hasState,
  hasCodes,
  hasAllForms,
  hasSoundMessage,
  hasKnownCharacters,
  fitsLength,
]);

/** The rules for the return that outranks all others for its unit. */
export const existingRules: readonly MergeRule[] = Object.freeze([isNewerThanEarlierReturn, isFreeOfConflict]);

/** A unit without a translation is missing. */
function hasTranslation({ target }: MergeCandidate): MergeEnd | undefined {
  if (target === undefined || !hasContent(target.runs)) return { result: 'missing', reason: 'empty' };
  return target.status === 'new' ? { result: 'missing', reason: 'partial' } : undefined;
}

/** A translation that is there already, or that nobody has touched since it went out, changes nothing. */
function isTouched({ target, existing, origin, locale, now, returned }: MergeCandidate): MergeEnd | undefined {
  if (target === undefined) return undefined;
  const { hash, state } = origin.unit.targets[locale] ?? {};
  const isThere = existing !== undefined && sameRuns(existing.runs, target.runs);
  if (isThere && isSettled(existing.status, target.status, now?.keepsState)) return { result: 'unchanged' };
  const texts = [target.runs, bareRuns(returned.target?.runs ?? [])];
  const isAsSent = state === target.status && texts.some((runs) => sentHash(runs) === hash);
  return isAsSent && existing !== undefined ? { result: 'unchanged' } : undefined;
}

/** Locked blocks keep what they have. */
function isUnlocked({ now }: MergeCandidate): MergeEnd | undefined {
  return now?.block.translatable === false ? { result: 'protected', reason: 'locked' } : undefined;
}

/** The source that came back is the one that went out: else the translation is one of something else. */
function hasSentSource({ returned, origin, now }: MergeCandidate): MergeEnd | undefined {
  const isSame = isSourceAsSent(returned.source, origin.unit, now?.block.source);
  return isSame ? undefined : { result: 'damaged', reason: 'source-differs' };
}

/** The block has not changed since it went out. */
function hasUnchangedOriginal(
  { now, origin, target }: MergeCandidate,
  { onStale }: MergeOptions,
): MergeEnd | MergeChange | undefined {
  if (now === undefined) return { result: 'stale', reason: 'source-gone' };
  const isSame = contentHash(now.block) === origin.unit.content && structureHash(now.block) === origin.unit.structure;
  if (isSame || target === undefined) return undefined;
  if (onStale === 'skip') return { result: 'stale', reason: 'source-changed' };
  const kept: Target = onStale === 'draft' ? { ...target, status: 'draft' } : target;
  return { target: kept, warning: 'source-changed' };
}

/** The translation is as far as it was asked to be. */
function hasState({ target }: MergeCandidate, { minState }: MergeOptions): MergeEnd | undefined {
  if (minState === undefined || target === undefined || rankOf(target.status) >= rankOf(minState)) return undefined;
  return { result: 'missing', reason: 'state', detail: `its state is "${target.status}"` };
}

/** Codes are there as often as in the source, nested well, and where their constraints allow it. */
function hasCodes(
  { now, target, existing, locale, returned, origin }: MergeCandidate,
  { onCodes }: MergeOptions,
): MergeEnd | MergeChange | undefined {
  if (now === undefined || target === undefined) return undefined;
  // A text that steps have replaced on the way out is compared as it went out.
  const isOwn = sentHash(now.block.source) === origin.unit.sent;
  const source = isOwn ? now.block.source : returned.source;
  const fault =
    faultOf(source, locale, isOwn ? target.runs : (returned.target?.runs ?? [])) ??
    (isOwn || returned.isTable !== true ? undefined : foreignFault(target.runs, [now.block.source, returned.source]));
  if (fault === undefined) return undefined;
  // A translation that had other codes before it went out, and came back as it was, is nobody's damage.
  const isOld = existing !== undefined && sentHash(existing.runs) === origin.unit.targets[locale]?.hash;
  if (isOld && outline(existing.runs) === outline(target.runs)) return { result: 'unchanged' };
  const repaired = onCodes === 'repair' && isOwn ? repairCodes(source, target.runs) : undefined;
  if (repaired !== undefined && faultOf(source, locale, repaired) === undefined)
    return { target: { ...target, runs: repaired }, warning: 'codes-repaired' };
  return { result: 'damaged', reason: 'codes', detail: fault };
}

/** A code of a cell that neither the source of today nor the one that came back has. */
function foreignFault(target: Runs, sources: readonly Runs[]): string | undefined {
  const known = new Set(sources.flatMap(allCodes).map(dataOf));
  const foreign = allCodes(target)
    .map(dataOf)
    .find((data) => !known.has(data));
  return foreign === undefined ? undefined : `the code "${foreign}" is not in the source`;
}

/** The texts of content, and the kinds of the codes between them. */
function outline(runs: Runs): string {
  return normaliseRuns([...runs])
    .map((run) => (run.kind === 'text' ? run.text : `\u0000${run.kind}\u0000`))
    .join('');
}

function faultOf(source: Runs, locale: string, target: Runs): string | undefined {
  const [problem] = checkRuns(target);
  if (problem !== undefined) return problem;
  return containsForms(source) && !containsForms(target) ? undefined : codeFault({ source }, locale, target);
}

/** Plurals have every category of the language, and selects every case. */
function hasAllForms({ now, target, locale, origin }: MergeCandidate): MergeEnd | undefined {
  if (now === undefined || target === undefined || !containsForms(now.block.source)) return undefined;
  if (!containsForms(target.runs)) return { result: 'damaged', reason: 'forms', detail: 'it has no forms' };
  // Catalogs have no place for text around forms, and one such message would cost the whole file.
  if (/^po(?::|$)/u.test(origin.file.format) && plainPlural(target.runs) === undefined)
    return {
      result: 'damaged',
      reason: 'forms',
      detail: 'its forms are nested in a text, which a catalog cannot hold',
    };
  const lacking = translationUnits(now.block, locale).find(
    ({ path, source }) => hasContent(source) && !hasContent(unitAt(target.runs, path) ?? source),
  );
  return lacking === undefined
    ? undefined
    : { result: 'damaged', reason: 'forms', detail: `the form at "${lacking.key}" is empty` };
}

/** A message in a text is one that programs can read. */
function hasSoundMessage({ now, target }: MergeCandidate): MergeEnd | undefined {
  if (now === undefined || target === undefined || containsForms(now.block.source)) return undefined;
  if (!hasMessageForms(dataText(now.block.source))) return undefined;
  const fault = messageFault(dataText(target.runs));
  return fault === undefined ? undefined : { result: 'damaged', reason: 'message' };
}

/** Control characters, signs that turn the direction of text around, and the mark of characters that were lost. */
const strange = /[^\P{Cc}\t\n\r]|[\u202D\u202E\uFFFD]/u;

/** Characters that nobody types on purpose are remarked upon. */
function hasKnownCharacters({ now, target }: MergeCandidate): MergeChange | undefined {
  if (now === undefined || target === undefined) return undefined;
  const isStrange = strange.test(dataText(target.runs)) && !strange.test(dataText(now.block.source));
  return isStrange ? { warning: 'characters' } : undefined;
}

/** A text that is too long for its place is remarked upon. */
function fitsLength({ now, target }: MergeCandidate): MergeChange | undefined {
  const { maxLength, unit = 'chars' } = now?.block.displayHint ?? {};
  if (maxLength === undefined || target === undefined) return undefined;
  return textLength(runsText(target.runs), unit) > maxLength ? { warning: 'too-long' } : undefined;
}

/** A translation that a newer batch has set, or an equal one with a higher state, stays. */
function isNewerThanEarlierReturn({ setBy, origin, target }: MergeCandidate): MergeEnd | undefined {
  if (setBy === undefined || target === undefined) return undefined;
  const { createdAt } = origin.manifest;
  const isNewer = setBy.extractedAt > createdAt;
  const isHigher = setBy.extractedAt === createdAt && rankOf(setBy.state) > rankOf(target.status);
  return isNewer || isHigher ? { result: 'protected', reason: 'newer-return' } : undefined;
}

/** A translation that somebody else has changed since the unit went out stays, unless the merge decides otherwise. */
function isFreeOfConflict(
  { existing, origin, locale, setBy, target }: MergeCandidate,
  { onConflict }: MergeOptions,
): MergeEnd | MergeChange | undefined {
  if (existing === undefined || target === undefined || setBy !== undefined || !hasContent(existing.runs))
    return undefined;
  if (sentHash(existing.runs) === origin.unit.targets[locale]?.hash) return undefined;
  if (sameRuns(existing.runs, target.runs)) return undefined;
  const isTaken =
    onConflict === 'returned' || (onConflict === 'newer' && rankOf(target.status) > rankOf(existing.status));
  return isTaken ? { warning: 'target-replaced' } : { result: 'conflict', reason: 'target-changed' };
}

/** True when a file has nothing to remember: a draft that somebody has confirmed is one no longer, in any file. */
export function isSettled(known: TargetStatus, wanted: TargetStatus, keepsState: boolean | undefined): boolean {
  return known === wanted || (keepsState !== true && known !== 'draft');
}

/** Place of a status among all, from the least to the most trusted. */
export function rankOf(status: TargetStatus): number {
  return targetStatuses.indexOf(status);
}
