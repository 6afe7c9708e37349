import type { Language } from './language/language.js';
import { compileRules, type CompiledRules, type SegmentRule } from './rule.js';
import { languages } from './language/languages.js';

const wordStart = String.raw`(?<![\p{L}\p{N}])`;
const wordEnd = String.raw`(?![\p{L}\p{N}])`;
/** Every rule is about a position after one of these marks, or after closing quotes and brackets that follow it. */
const anchor = String.raw`(?:[.!?…:;։؟۔\u037E°º。！？]|--|[—–])["'”’»›\)\]」』）〉》】\u202A-\u202E]*(?:(?<=\.)\p{Nd}{1,2}(?=\s))?`;
const closers = String.raw`["'”’»›\)\]]`;

const compiled = new Map<string, CompiledRules>();

/** Returns the rules of `srx:default` for a locale, compiled once. */
export function defaultRulesFor(locale: string): CompiledRules {
  const [tag = ''] = locale.toLowerCase().split('-');
  const known = compiled.get(tag);
  if (known !== undefined) return known;
  const rules = compileRules(createRules(toLanguage(locale)), anchor);
  compiled.set(tag, rules);
  return rules;
}

/** Returns the language data of a locale; English stands in for an unknown language. */
export function toLanguage(locale: string): Language {
  const [tag = ''] = locale.toLowerCase().split('-');
  return languages[tag] ?? { titles: [], beforeNumber: [], mayEnd: [], starters: [] };
}

/** Lists the rules of a language, the more specific first. */
function createRules(language: Language): readonly SegmentRule[] {
  const starters =
    language.starters.length === 0 ? '(?!)' : `(?:${language.starters.map(capitalised).join('|')})${wordEnd}`;
  return [
    ...(language.rules ?? []),
    ...ellipsisRules,
    ...abbreviationRules(language, starters),
    ...initialRules(starters),
    ...(language.ordinalPeriod === true ? [ordinalRule(language.beforeNumber, starters)] : []),
    ...sharedRules,
  ];
}

/** Spaced dots: `. . .` continues, and a sentence that was closed before them stays closed. */
const ellipsisRules: readonly SegmentRule[] = [
  { before: String.raw`\p{L}\p{L}\.`, after: String.raw`\s\.\s\.\s\.\s+\p{Lu}`, break: true },
  { before: String.raw`\.`, after: String.raw`\s\.(?!\p{L})(?!\.)`, break: false },
  { before: String.raw`(?<!\s\.\s)\.\s\.\s\.`, after: String.raw`\s`, break: false },
  { before: String.raw`\p{L}\p{L}[.!?]`, after: String.raw`\s+(?:\.{3}|…)\p{L}`, break: true },
];

function abbreviationRules(language: Language, starters: string): readonly SegmentRule[] {
  const { titles, beforeNumber, mayEnd, phrases = [] } = language;
  const acronym = String.raw`(?<![\p{L}\p{N}.])(?:\p{L}\.){2,12}`;
  return [
    ...phrases.map((phrase) => ({ before: wordStart + phrase, after: String.raw`\s`, break: false })),
    ...whenAny(beforeNumber, (list) => ({
      before: String.raw`${wordStart}(?:${list})\.`,
      after: String.raw`\s*[\p{N}§#]`,
      break: false,
    })),
    ...whenAny(mayEnd, (list) => ({
      before: String.raw`${wordStart}(?:${list})\.`,
      after: String.raw`\s+${starters}`,
      break: true,
    })),
    // A legal form in capitals belongs to the company name: `& Co. KG`.
    ...whenAny(mayEnd, (list) => ({
      before: String.raw`${wordStart}(?:${list})\.`,
      after: String.raw`\s+\p{Lu}{2,4}${wordEnd}`,
      break: false,
    })),
    ...whenAny(titles, (list) => ({
      before: String.raw`${wordStart}(?:${list})\.`,
      after: String.raw`\s`,
      break: false,
    })),
    { before: acronym, after: String.raw`\s+${starters}`, break: true },
    { before: acronym, after: String.raw`\s+[\p{L}\p{N}]`, break: false },
    { before: String.raw`${wordStart}\p{Ll}\.`, after: String.raw`\s?\p{L}{1,2}\.`, break: false },
  ];
}

/** `Jonas E. Smith` continues; `you and I. Did you …` does not. */
function initialRules(starters: string): readonly SegmentRule[] {
  return [
    { before: String.raw`\p{Ll}\s\p{Lu}\.`, after: String.raw`\s+${starters}`, break: true },
    { before: String.raw`(?<![\p{L}\p{N}'’])\p{Lu}\.`, after: String.raw`\s+\p{Lu}`, break: false },
  ];
}

/** `am 3. Oktober` continues; `auf Seite 12. Dort …` and `Nr. 5. Otto …` do not. */
function ordinalRule(beforeNumber: readonly string[], starters: string): SegmentRule {
  const isCounted = String.raw`(?<!${wordStart}(?:${alternation(beforeNumber)})\.\s?)`;
  return {
    before: String.raw`(?<![\p{N}.,])${isCounted}\p{N}{1,2}\.`,
    after: String.raw`\s+(?!${starters})\p{Lu}`,
    break: false,
  };
}

const sharedRules: readonly SegmentRule[] = [
  // Items of a list inside a sentence: `1.Milk, 2.Bread`.
  { before: String.raw`(?:^|[:,;]\s?)\p{Nd}{1,2}\.`, after: String.raw`\p{L}`, break: false },
  // A number with a wide bracket opens an item: `1.）`.
  { before: String.raw`(?<![\p{L}\p{N}])\p{Nd}{1,2}[.．]）`, after: '', break: false },
  // The number of a note follows the period.
  { before: String.raw`(?:\p{Ll}{4}|\))\.\p{Nd}{1,2}`, after: String.raw`\s+\p{Lu}`, break: true },
  { before: String.raw`\[(?:\.{3}|…)\]${closers}*`, after: String.raw`\s`, break: false },
  { before: String.raw`[Nn][°º]\.?`, after: String.raw`\s*\p{N}`, break: false },
  { before: String.raw`\.`, after: String.raw`\s*[№§]`, break: false },
  { before: '!', after: String.raw`\s+\p{Ll}`, break: false },
  { before: `[!?…]${closers}+`, after: String.raw`\s+\p{Ll}`, break: false },
  // Speech that breaks off: `"If you please, sir—" He was gone.`
  { before: String.raw`(?:--|[—–])["”»]`, after: String.raw`\s+\p{Lu}`, break: true },
  { before: `[!?…]${closers}*`, after: String.raw`\s+[—–\-]\s+\p{Ll}`, break: false },
  // A sentence that starts with a number, or directly after the period of the previous one.
  { before: String.raw`\p{L}{3}\.`, after: String.raw`\s+\p{N}`, break: true },
  {
    before: String.raw`(?:\p{Ll}\p{Ll}|(?<![.\p{N}]|[:,;]\s?)\p{N}{1,3}(?:,\p{N}{3})*|\))[.!?]`,
    after: String.raw`\p{Lu}[\p{L}\p{M}]*(?:[\s,]|\.\s)`,
    break: true,
  },
  { before: '[!?]', after: String.raw`[\p{Lu}\p{Ll}]`, break: false },
];

function whenAny(list: readonly string[], rule: (list: string) => SegmentRule): readonly SegmentRule[] {
  return list.length === 0 ? [] : [rule(alternation(list))];
}

/** Builds alternatives of each word as it is, capitalized, and in capitals. */
function alternation(list: readonly string[]): string {
  const forms = list.flatMap((word) => [word, capitalised(word), word.toUpperCase()]);
  return [...new Set(forms)]
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join('|');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
