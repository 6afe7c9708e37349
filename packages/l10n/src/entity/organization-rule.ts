import { alternation, patternRule, type EntityRule } from './entity-rule.js';
import type { TextRange } from '../text/text-range.js';
import { institutions, joiners, leadingForms, leadingInstitutions, legalForms, openers } from './name-data.js';
import { nameWord } from './word-name.js';

const word = String.raw`(?:\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’&.+\-]\p{L}[\p{L}\p{M}\p{N}]*){0,3}|\d{1,4})`;
const form = `(?:${alternation(legalForms.split(' ').map((each) => each.replaceAll('_', ' ')))})(?![\\p{L}\\p{N}])\\.?`;
const link = `(?:(?:${alternation(joiners.split(' '))}) |[dl][’'])`;
const last = `(?:${alternation(institutions.split(' '))})(?![\\p{L}])`;
const first = `(?:${alternation(leadingInstitutions.split(' '))})(?![\\p{L}])`;
const named = `${nameWord}(?: ${link}{0,2}${nameWord}){0,3}`;

const withForm = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${word}(?: (?:[&+]|und|and|et|y|e) |,? )){1,5}${form}(?:(?: & | )${form}){0,3}`,
  'gu',
);
const headLast = new RegExp(`(?<![\\p{L}\\p{N}])(?:${nameWord} ){1,4}${last}(?: (?:of|for) ${link}?${named})?`, 'gu');
const headFirst = new RegExp(`(?<![\\p{L}\\p{N}])(?:${last} (?:of|for) ${link}?|${first} ${link}{0,2})${named}`, 'gu');
const quoted = new RegExp(`(?<![\\p{L}])(?:${leadingForms.split(' ').join('|')}) [«"„][^«»"„“]{1,60}[»"“]`, 'gu');
const inSigns =
  /(?:株式会社|有限会社|合同会社)[\p{sc=Han}\p{sc=Katakana}ーA-Za-z0-9]{1,20}|(?<![\p{sc=Han}\p{sc=Katakana}])[\p{sc=Han}\p{sc=Katakana}ーA-Za-z]{1,20}(?:株式会社|有限会社|合同会社|有限公司|股份有限公司|大学|银行|銀行|公司)/gu;

const opening = new RegExp(`^(?:(?:${alternation(openers.split(' '))}) )+`, 'u');

/** Rules for organizations: a name before a legal form, and words for institutions. */
export const organizationRules: readonly EntityRule[] = Object.freeze([
  patternRule('organization', 0.8, withForm, (match, text) => withoutOpening(pointless(match, text), text)),
  patternRule('organization', 0.7, headLast, ({ 0: match, index }, text) =>
    withoutOpening({ start: index, end: index + match.length }, text),
  ),
  patternRule('organization', 0.7, headFirst),
  patternRule('organization', 0.8, quoted),
  patternRule('organization', 0.8, inSigns),
]);

/**
 * Drops the period after a legal form that has none of its own, which belongs to the sentence; at the end of a text it
 * stays ambiguous.
 */
function pointless({ 0: match, index }: RegExpExecArray, text: string): TextRange {
  const end = index + match.length;
  const isEnd = /^(?:\s*$|\s+\p{Lu})/u.test(text.slice(end, end + 4));
  const isShort = /(?:[./]\p{L}|(?<![\p{L}])(?:Inc|Ltd|Corp|Co|Pty|Lda|Ltda))\.$/u.test(match);
  return { start: index, end: match.endsWith('.') && isEnd && !isShort ? end - 1 : end };
}

/** Removes the article or verb that starts a sentence from a name; returns undefined if nothing remains. */
function withoutOpening({ start, end }: TextRange, text: string): TextRange | undefined {
  const name = text.slice(start, end);
  const skipped = opening.exec(name)?.[0].length ?? 0;
  return name.slice(skipped).includes(' ') ? { start: start + skipped, end } : undefined;
}
