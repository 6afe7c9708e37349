import { parsePluralExpression, type PluralIndex } from './plural-expression.js';

/** The rule of a `Plural-Forms` header that maps a number to its form. */
export interface PluralRule {
  readonly text: string;
  readonly count: number;
  readonly index: PluralIndex;
}

/** Numbers for trying rules; from a million on, those that some languages treat specially. */
export const sampleNumbers: readonly number[] = Object.freeze(
  Array.from({ length: 1001 }, (_, number) => number).concat(10_000, 100_000, 1_000_000, 2_000_000),
);

/** Numbers so large that a catalog may omit a form that is for them only. */
export const largeNumber = 1_000_000;

const maxForms = 20;
const shape = /^\s*nplurals\s*=\s*(\d{1,3})\s*;\s*plural\s*=([^;]*)(?:;|$)/u;
const known = new Map<string, PluralRule | undefined>();
const maxKnown = 1000;

/** Parses the value of a `Plural-Forms` header; undefined when it is missing, a placeholder or wrong. */
export function parsePluralForms(text: string): PluralRule | undefined {
  if (known.has(text)) return known.get(text);
  const rule = parseRule(text);
  if (known.size < maxKnown) known.set(text, rule);
  return rule;
}

function parseRule(text: string): PluralRule | undefined {
  const [, forms = '0', expression = ''] = shape.exec(text) ?? [];
  const count = Number(forms);
  const index = parsePluralExpression(expression);
  if (!index || count < 1 || count > maxForms) return undefined;
  const fits = sampleNumbers.every((number) => {
    const form = index(number);
    return Number.isInteger(form) && form >= 0 && form < count;
  });
  return fits ? Object.freeze({ text, count, index }) : undefined;
}

const few234 = 'n%10>=2 && n%10<=4 && (n%100<12 || n%100>14)';

/** All plural formulas that catalogs are known to need, the common ones first. */
const formulas: readonly (readonly [count: number, expression: string])[] = [
  [1, '0'],
  [2, '(n != 1)'],
  [2, '(n > 1)'],
  [2, '(n%10!=1 || n%100==11)'],
  [2, '(n>3 && (n%10==4 || n%10==6 || n%10==9))'],
  [2, '(n>1 && (n<11 || n>99))'],
  [3, `(n%10==1 && n%100!=11 ? 0 : ${few234} ? 1 : 2)`],
  [3, `(n==1 ? 0 : ${few234} ? 1 : 2)`],
  [3, '(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2)'],
  [3, '(n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && (n%100<11 || n%100>19) ? 1 : 2)'],
  [3, '(n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 ? 1 : 2)'],
  [3, '(n==1 ? 0 : n==0 || (n%100>=1 && n%100<=19) ? 1 : 2)'],
  [3, '(n==1 ? 0 : n==2 ? 1 : 2)'],
  [3, '(n==0 ? 0 : n==1 ? 1 : 2)'],
  [3, '(n<=1 ? 0 : n<=10 ? 1 : 2)'],
  [4, '(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)'],
  [4, '(n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>2 && n<20 ? 2 : 3)'],
  [4, '(n%10==1 ? 0 : n%10==2 ? 1 : n%20==0 ? 2 : 3)'],
  [5, '(n==1 ? 0 : n==2 ? 1 : n>2 && n<7 ? 2 : n>6 && n<11 ? 3 : 4)'],
  [5, '(n==1 ? 0 : n==2 ? 1 : n==0 || (n%100>=3 && n%100<=10) ? 2 : n%100>=11 && n%100<=19 ? 3 : 4)'],
  [6, '(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)'],
  [6, '(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5)'],
];

const byLocale = new Map<string, PluralRule | undefined>();

/** Returns the rule of a locale: the first that partitions the sample numbers exactly like the locale's categories. */
export function pluralRuleFor(locale: string): PluralRule | undefined {
  if (byLocale.has(locale)) return byLocale.get(locale);
  const select = createCategoryFunction(locale);
  const rule = select && ruleLike(select);
  byLocale.set(locale, rule);
  return rule;
}

/** Finds the rule; nearly every locale has a common one, and those after it are not parsed. */
function ruleLike(select: (n: number) => string): PluralRule | undefined {
  for (const [count, plural] of formulas) {
    const rule = parsePluralForms(`nplurals=${count}; plural=${plural};`);
    if (rule && isSamePartition(rule, select)) return rule;
  }
  return undefined;
}

/** Returns the category function of a locale; undefined for a locale without rules, such as `und`. */
export function createCategoryFunction(locale: string): ((n: number) => Intl.LDMLPluralRule) | undefined {
  if (locale === '' || Intl.PluralRules.supportedLocalesOf([locale]).length === 0) return undefined;
  const rules = new Intl.PluralRules(locale);
  return (n) => rules.select(n);
}

function isSamePartition({ index, count }: PluralRule, select: (n: number) => string): boolean {
  const categories = new Map<number, string>();
  for (const number of sampleNumbers) {
    if (number >= largeNumber) continue;
    const category = select(number);
    if ((categories.get(index(number)) ?? category) !== category) return false;
    categories.set(index(number), category);
  }
  return categories.size === count && new Set(categories.values()).size === count;
}
