import { unitText, type LocaleId } from '@helve/flow';
import type { FindingDraft } from '../../check/finding-draft.js';
import type { UnitPair } from '../../check/unit-pair.js';
import { textRangeIn, wholeUnit } from '../../check/unit-range.js';
import { isUnwanted, type Term, type TermStatus } from '../../term/concept.js';
import type { Termbase, TermEntry } from '../../term/contract.js';
import { createTermMatcher, type TermMatch, type TermMatcher } from '../../term/match/term-matcher.js';
import { replaceFix } from '../../term/replace-fix.js';
import { termRequirements, unmetRequirements } from '../../term/term-requirement.js';
import { enforceRules } from './enforce-rules.js';
import { isInUnit, type MarkedTerm } from './marked-terms.js';

/** Requirements of a target. */
export interface Enforcement {
  readonly terms: Termbase;
  readonly variant: string;
  readonly locale: LocaleId;
  readonly checkStatuses: readonly TermStatus[];
  readonly caseSensitive: boolean;
  readonly inSource: TermMatcher<TermEntry>;
  /** Finds accepted target terms, also inside others. */
  readonly accepted: TermMatcher<TermEntry>;
  /** Finds every target term; undefined if no target term is unwanted. */
  readonly all: TermMatcher<TermEntry> | undefined;
  /** Finds a term of the source as written, where it was left untranslated. */
  asWritten(term: string): TermMatcher<string>;
  /** Lists the accepted translations of a source term. */
  acceptedFor(entry: TermEntry): readonly Term[];
}

/** Finds source terms without any accepted translation in the target. */
export function unusedTerms(pair: UnitPair, rules: Enforcement): readonly FindingDraft[] {
  const demands = termRequirements(rules.inSource(unitText(pair.source)), rules.acceptedFor);
  if (demands.length === 0) return none;
  const text = unitText(pair.target);
  const found = rules.accepted(text);
  return demands.flatMap((demand) =>
    unmetRequirements(demand, found, text.length).map(({ term: { term }, start, end }) =>
      notUsed(
        pair,
        term.text,
        demand.accepted.map((each) => each.text),
        textRangeIn(toSourceUnit(pair), start, end),
        rules,
      ),
    ),
  );
}

/** Finds terms marked by others without any accepted translation in the target. */
export function unusedMarks(
  pair: UnitPair,
  marked: readonly MarkedTerm[],
  rules: Enforcement,
): readonly FindingDraft[] {
  if (marked.length === 0) return none;
  const text = unitText(pair.target);
  return marked
    .filter((mark) => isInUnit(mark, pair.sourcePath))
    .filter(({ targets }) => {
      const wanted = targets.map((each) => ({ term: each, text: each }));
      return createTermMatcher(wanted, rules)(text).length === 0;
    })
    .map((mark) => notUsed(pair, mark.text, mark.targets, mark.range, rules));
}

function toSourceUnit({ source, sourcePath }: UnitPair) {
  return { runs: source, path: sourcePath };
}

function toTargetUnit({ target, path }: UnitPair) {
  return { runs: target, path };
}

/** Creates a finding; a term that is in the target as in the source was left untranslated, and can be replaced. */
function notUsed(
  pair: UnitPair,
  term: string,
  accepted: readonly string[],
  range: NonNullable<FindingDraft['range']>,
  rules: Enforcement,
): FindingDraft {
  const [suggestion = ''] = accepted;
  const { variant } = rules;
  const [left] = rules.asWritten(term)(unitText(pair.target));
  return {
    rule: 'term.not-used',
    severity: enforceRules['term.not-used'].severity,
    message: `The term "${term}" is not translated as ${accepted.map((text) => `"${text}"`).join(' or ')}`,
    side: variant,
    range: left === undefined ? wholeUnit(toTargetUnit(pair)) : textRangeIn(toTargetUnit(pair), left.start, left.end),
    other: { side: null, range },
    subject: term,
    suggestion,
    ...(left === undefined ? {} : replaceFix(toTargetUnit(pair), left, suggestion, variant)),
  };
}

/** Finds unwanted target terms; one that is allowed in another sense is left alone. */
export function unwantedTerms(pair: UnitPair, rules: Enforcement): readonly FindingDraft[] {
  const found = rules.all?.(unitText(pair.target)) ?? none;
  if (found.length === 0) return none;
  const wanted = new Set(found.filter(({ term }) => isWanted(term)).map(({ start }) => start));
  return found
    .filter(({ term, start }) => !isWanted(term) && !wanted.has(start))
    .map((match) => unwanted(pair, match, rules));
}

function isWanted({ term }: TermEntry): boolean {
  return !isUnwanted(term);
}

const none: readonly never[] = Object.freeze([]);

function unwanted(pair: UnitPair, match: TermMatch<TermEntry>, { terms, locale, variant }: Enforcement): FindingDraft {
  const { term: entry, start, end, matchType } = match;
  const rule = entry.term.status === 'forbidden' ? 'term.forbidden' : 'term.deprecated';
  const instead = terms.replacement(entry, locale)?.term.text;
  return {
    rule,
    severity: enforceRules[rule].severity,
    message: `The term "${entry.term.text}" ${rule === 'term.forbidden' ? 'must' : 'should'} not be used`,
    side: variant,
    range: textRangeIn(toTargetUnit(pair), start, end),
    subject: entry.term.text,
    ...(instead === undefined ? {} : { suggestion: instead }),
    // The inflected form of the other term is not known for certain.
    ...(instead === undefined || matchType === 'inflected'
      ? {}
      : replaceFix(toTargetUnit(pair), match, instead, variant)),
  };
}
