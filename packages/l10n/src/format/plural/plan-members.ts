import type { LocaleId, PluralKey, PluralRun, Runs } from '@helve/flow';
import { formOf, formsOf, normaliseRuns, pluralCategories, pluralSamples } from '@helve/flow/content';
import { readingOf } from './plural-reading.js';

export type PluralCategory = (typeof pluralCategories)[number];

/** The members of an entry that a file spreads over several keys or elements, one for each category of a number. */
export interface MemberPlan {
  /** In CLDR order; each holds the text around the plural too. */
  readonly members: ReadonlyMap<PluralCategory, Runs>;
  /** Forms of the content that have no member. */
  readonly lost: readonly PluralKey[];
}

/** Rules of a file format for the members of an entry. */
export interface MemberRules {
  /** Language whose categories the members are, all of them and no others; if absent, they are those of the content. */
  readonly locale?: LocaleId | undefined;
  /** True when the member `zero` is used for the number 0 in every language. */
  readonly zeroIsExact: boolean;
}

/** Plans the members of content with a plural; undefined for content without one. */
export function planMembers(runs: Runs, rules: MemberRules): MemberPlan | undefined {
  const plural = runs.find((run) => run.kind === 'plural');
  if (!plural) return undefined;
  return planForms(plural, rules, (key) => readingFor(runs, plural, key));
}

/** Plans the members of a plural by itself; each holds what `contentOf` gives for its form. */
export function planForms(
  plural: PluralRun,
  rules: MemberRules,
  contentOf: (key: string) => Runs = (key) => formOf(plural, key) ?? [],
): MemberPlan {
  const keys = formsOf(plural).map(([key]) => key);
  const names = new Map(keys.flatMap((key) => memberNames(key, keys, rules)));
  const wanted = categoriesOf(plural, rules) ?? new Set(names.keys());
  const members = new Map<PluralCategory, Runs>();
  for (const category of pluralCategories) {
    const key = names.get(category);
    const isWanted = category === 'other' || wanted.has(category) || key === '=0';
    if (isWanted) members.set(category, contentOf(key ?? 'other'));
  }
  const written = new Set([...members.keys()].map((category) => names.get(category)));
  return { members, lost: keys.filter((key): key is PluralKey => !written.has(key)) };
}

function readingFor(runs: Runs, plural: PluralRun, key: string): Runs {
  return readingOf(runs, (run) => (run.kind === 'plural' && run.pivot === plural.pivot ? key : 'other'));
}

/** Returns the member of a form; none for an exact number, unless the member `zero` is used for the number 0. */
function memberNames(
  key: string,
  keys: readonly string[],
  { zeroIsExact }: MemberRules,
): readonly (readonly [PluralCategory, string])[] {
  const category = pluralCategories.find((name) => name === key);
  if (category !== undefined) return [[category, key]];
  return key === '=0' && zeroIsExact && !keys.includes('zero') ? [['zero', key]] : [];
}

function categoriesOf(plural: PluralRun, { locale }: MemberRules): ReadonlySet<string> | undefined {
  const samples = locale === undefined ? undefined : pluralSamples(locale, plural.ordinal === true);
  return samples && new Set(samples.map(({ category }) => category));
}

/** Creates content with a plural from the members of an entry; the last member stands in for a missing `other`. */
export function pluralContent(
  members: Iterable<readonly [PluralKey, Runs]>,
  { pivot = 'n', ordinal = false }: { readonly pivot?: string; readonly ordinal?: boolean } = {},
): Runs {
  const forms = new Map<string, Runs>(members);
  const other = forms.get('other') ?? [...forms.values()].at(-1) ?? [];
  const run = { kind: 'plural', pivot, ...(ordinal ? { ordinal } : {}), forms: Object.fromEntries(forms) } as const;
  const ordered = formsOf({ ...run, forms: { ...run.forms, other } });
  return normaliseRuns([{ ...run, forms: Object.fromEntries(ordered) }]);
}

/** Returns the form that the member `zero` has where it is used for the number 0: `=0`, unless the language has the category. */
export function zeroKey(locale: LocaleId): PluralKey {
  const samples = pluralSamples(locale, false);
  return samples?.some(({ category }) => category === 'zero') === true ? 'zero' : '=0';
}
