import { isSameLanguage, type LocaleId, type Target } from '@helve/flow';
import { sameRuns } from '../../format/same-runs.js';
import type { ManifestFile, ManifestUnit } from '../manifest.js';
import { chooseReturns } from './choose-returns.js';
import type { OriginIndex, UnitOrigin } from './find-origin.js';
import { toCandidate, type CurrentUnit, type EarlierReturn, type MergeCandidate } from './merge-candidate.js';
import type { MergeOptions, UnitDecision } from './merge-result.js';
import { existingRules, isSettled, unitRules, type MergeEnd, type MergeRule } from './merge-rules.js';
import type { ReturnedUnit } from './returned-unit.js';

/** A returned unit with the batch that it belongs to. */
export interface BatchReturn {
  readonly returned: ReturnedUnit;
  readonly index: OriginIndex;
}

/** The project as it is today. */
export interface MergeSite {
  unit(file: ManifestFile, unit: ManifestUnit): CurrentUnit | undefined;
  /** The return that set this very translation of a block, if one did. */
  setBy(file: ManifestFile, unit: ManifestUnit, locale: LocaleId, target: Target): EarlierReturn | undefined;
}

/** A candidate with the end that the rules have found for it; none yet where it may be applied. */
export interface JudgedCandidate {
  readonly candidate: MergeCandidate;
  readonly end?: MergeEnd | undefined;
}

/** origin ▸ rules of the unit ▸ choice among returns ▸ rules of what is there ▸ decision. The order of returns does not matter. */
export function decideMerge(
  returns: readonly BatchReturn[],
  site: MergeSite,
  options: MergeOptions,
): readonly UnitDecision[] {
  const decisions: UnitDecision[] = [];
  const byPlace = new Map<string, JudgedCandidate[]>();
  for (const { returned, index } of returns) {
    const origin = index.find(returned);
    const locale = origin === undefined ? undefined : localeOf(returned, origin);
    if (origin === undefined || locale === undefined) {
      if (returned.target !== undefined || origin === undefined) decisions.push(unknown(returned));
      continue;
    }
    for (const own of index.withSame(origin)) {
      if (!Object.hasOwn(own.unit.targets, locale)) continue;
      const setBy = (target: Target) => site.setBy(own.file, own.unit, locale, target);
      const candidate = toCandidate(
        returned,
        { ...own, ...(origin.by && { by: origin.by }) },
        locale,
        site.unit(own.file, own.unit),
        setBy,
      );
      const place = [own.file.path, own.unit.block, locale].join('\n');
      byPlace.set(place, [...(byPlace.get(place) ?? []), judge({ candidate }, unitRules, options)]);
    }
  }
  for (const judged of byPlace.values())
    for (const one of chooseReturns(judged)) decisions.push(toDecision(judge(one, existingRules, options), options));
  return decisions;
}

/** Takes a candidate through rules, unless its end is found already. */
function judge(judged: JudgedCandidate, rules: readonly MergeRule[], options: MergeOptions): JudgedCandidate {
  if (judged.end !== undefined) return judged;
  const warnings = [...judged.candidate.warnings];
  let { target } = judged.candidate;
  for (const rule of rules) {
    const found = rule({ ...judged.candidate, target }, options);
    if (found === undefined) continue;
    if ('result' in found) return { candidate: { ...judged.candidate, target, warnings }, end: found };
    warnings.push(found.warning);
    target = found.target ?? target;
  }
  return { candidate: { ...judged.candidate, target, warnings } };
}

/** The language of the batch that a returned unit is in: tools between may write `de-DE` for `de`. */
function localeOf({ locale }: ReturnedUnit, { unit }: UnitOrigin): LocaleId | undefined {
  const sent = Object.keys(unit.targets);
  if (locale === undefined) return sent.length === 1 ? sent[0] : undefined;
  if (sent.includes(locale)) return locale;
  const whole = maximal(locale);
  const equal = sent.find((one) => maximal(one) === whole);
  if (equal !== undefined) return equal;
  const alike = sent.filter((one) => isSameLanguage(one, locale));
  return alike.length === 1 ? alike[0] : undefined;
}

/** A locale with the script and region that it stands for: gettext writes `zh_HK` for `zh-Hant-HK`. */
function maximal(locale: LocaleId): string {
  return new Intl.Locale(locale).maximize().toString();
}

function unknown({ file, line, id, name, locale, source, target }: ReturnedUnit): UnitDecision {
  return {
    result: 'unknown',
    reason: 'origin',
    warnings: [],
    file,
    fileLine: line,
    locale,
    name: name === '' ? id : name,
    returned: target === undefined ? undefined : { source, target: target.runs },
  };
}

function toDecision({ candidate, end }: JudgedCandidate, { setState }: MergeOptions): UnitDecision {
  const { returned, origin, locale, now, existing, target, warnings } = candidate;
  const facts = {
    by: origin.by,
    batch: origin.manifest.batch,
    unit: origin.unit.id,
    locale,
    path: origin.file.path,
    line: now?.line,
    block: origin.unit.block,
    name: now?.block.name ?? returned.name,
    file: returned.file,
    fileLine: returned.line,
    warnings,
  };
  if (end?.result === 'unchanged') return { ...facts, ...end, target };
  if (end !== undefined || target === undefined) {
    const { target: own, source } = returned;
    const isKept = own !== undefined && end !== undefined && end.result !== 'missing';
    return { ...facts, ...(end ?? { result: 'missing' }), ...(isKept && { returned: { source, target: own.runs } }) };
  }
  const state = setState !== undefined && !warnings.includes('source-changed') ? setState : target.status;
  const isThere = existing !== undefined && sameRuns(existing.runs, target.runs);
  if (isThere && isSettled(existing.status, state, now?.keepsState)) return { ...facts, result: 'unchanged', target };
  return { ...facts, result: 'applied', target: { ...target, status: state } };
}
