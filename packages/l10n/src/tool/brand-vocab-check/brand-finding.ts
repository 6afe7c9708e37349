import { unitText, type Side } from '@helve/flow';
import type { FindingDraft } from '../../check/finding-draft.js';
import { textRangeIn, type LocatedUnit } from '../../check/unit-range.js';
import type { TermMatch, TermMatcher } from '../../term/match/term-matcher.js';
import { replaceFix } from '../../term/replace-fix.js';
import { brandRules } from './brand-rules.js';
import type { BrandStatus, BrandWord } from './brand-word.js';

type Rule = keyof typeof brandRules;
type Match = TermMatch<BrandWord>;

const rulesByStatus: { readonly [status in BrandStatus]: Rule } = {
  competitor: 'brand.competitor',
  forbidden: 'brand.forbidden',
  preferred: 'brand.not-preferred',
};

/** Finds the wrong words of one unit. */
export function brandFindings(unit: LocatedUnit, find: TermMatcher<BrandWord>, side: Side): readonly FindingDraft[] {
  const text = unitText(unit.runs);
  return find(text).flatMap((match) => {
    const matched = text.slice(match.start, match.end);
    return isWrong(match, matched) ? [toDraft(unit, match, matched, side)] : [];
  });
}

/**
 * True when a match is wrong; a preferred word is so only in another spelling, and may be capitalized at the start of a
 * sentence.
 */
function isWrong({ term: { term, status, use }, matchType }: Match, matched: string): boolean {
  if (status !== 'preferred' || use !== undefined) return true;
  return matchType === 'case' && matched !== term.charAt(0).toUpperCase() + term.slice(1);
}

function toDraft(unit: LocatedUnit, match: Match, matched: string, side: Side): FindingDraft {
  const { term: word, start, end, matchType } = match;
  const rule = rulesByStatus[word.status];
  const use = word.use ?? (word.status === 'preferred' ? word.term : undefined);
  return {
    rule,
    severity: brandRules[rule].severity,
    message: renderMessage(rule, matched, use),
    side,
    range: textRangeIn(unit, start, end),
    subject: matched,
    ...(use === undefined ? {} : { suggestion: use }),
    // The inflected form of the other word is not known for certain.
    ...(use === undefined || matchType === 'inflected' ? {} : replaceFix(unit, match, use, side)),
  };
}

function renderMessage(rule: Rule, matched: string, use: string | undefined): string {
  if (rule === 'brand.competitor') return `"${matched}" is the name of a competitor`;
  if (rule === 'brand.forbidden') return `"${matched}" is forbidden`;
  return `"${matched}" should be "${use ?? ''}"`;
}
