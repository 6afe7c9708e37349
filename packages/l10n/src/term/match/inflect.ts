import { inflectionRules } from './inflection-rules.js';

const onlyLetters = /^[\p{L}\p{M}]+$/u;
const shortest = 3;

/**
 * Lists the forms that a folded word may take in a language, without the word itself; none if the language has no
 * rules.
 */
export function inflect(word: string, locale: string): readonly string[] {
  const rules = rulesFor(locale);
  if (rules === undefined || word.length < shortest || !onlyLetters.test(word)) return [];
  const lower = word.toLowerCase();
  const rule = rules.find(({ ends }) => ends.some((end) => lower.endsWith(end)));
  if (rule === undefined) return [];
  return rule.forms.map(({ drop, add }) => word.slice(0, word.length - drop) + add);
}

/** True when all words of a term are inflected in a language, not only the last. */
export function inflectsEvery(locale: string): boolean {
  return toLanguage(locale) !== 'en';
}

interface Rule {
  readonly ends: readonly string[];
  readonly forms: readonly { readonly drop: number; readonly add: string }[];
}

const known = new Map<string, readonly Rule[] | undefined>();

function rulesFor(locale: string): readonly Rule[] | undefined {
  const language = toLanguage(locale);
  if (!known.has(language))
    known.set(
      language,
      inflectionRules[language]?.map(([ends, forms]) => toRule(ends, forms)),
    );
  return known.get(language);
}

function toRule(ends: string, forms: string): Rule {
  return {
    ends: ends === '' ? [''] : ends.split(' '),
    forms: forms.split(' ').map((form) => {
      const [, dropped = '', add = ''] = /^(-*)(.*)$/u.exec(form) ?? [];
      return { drop: dropped.length, add };
    }),
  };
}

function toLanguage(locale: string): string {
  const [language = ''] = locale.split('-');
  return language === 'no' ? 'nb' : language;
}
