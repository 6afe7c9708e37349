import { canonicalLocale, type LocaleId } from '@helve/flow';

/** Requested languages of units. Default: all. */
export interface LanguageChoice {
  readonly from?: LocaleId | undefined;
  readonly to?: readonly LocaleId[] | undefined;
}

/** A language of a unit under the requested name. */
export interface ChosenLanguage<Variant> {
  readonly locale: LocaleId;
  readonly variant: Variant;
}

/**
 * Selects the requested languages of a unit, each under the requested name: `en` also finds `en-US`. Returns an empty
 * list when too few are present to be of use.
 */
export function chooseLanguages<Variant extends { readonly locale: LocaleId }>(
  variants: readonly Variant[],
  { from, to }: LanguageChoice,
): readonly ChosenLanguage<Variant>[] {
  const all = variants.map((variant) => ({ locale: variant.locale, variant }));
  if (from === undefined && to === undefined) return all;
  const sources = from === undefined ? [] : named(variants, from);
  if (from !== undefined && sources.length === 0) return [];
  const used = new Set(sources.map(({ variant }) => variant));
  const rest = variants.filter((variant) => !used.has(variant));
  const targets =
    to === undefined ? all.filter(({ variant }) => !used.has(variant)) : to.flatMap((each) => named(rest, each));
  if (targets.length === 0) return [];
  if (from !== undefined) return [...sources, ...targets];
  const chosen = new Set(targets.map(({ variant }) => variant));
  return [...all.filter(({ variant }) => !chosen.has(variant)), ...targets];
}

function named<Variant extends { readonly locale: LocaleId }>(
  variants: readonly Variant[],
  tag: LocaleId,
): readonly ChosenLanguage<Variant>[] {
  const locale = canonicalLocale(tag);
  const exact = variants.filter((variant) => variant.locale === locale);
  const near = variants.find((variant) => variant.locale.startsWith(`${locale}-`));
  const found = exact.length > 0 || near === undefined ? exact : variants.filter((one) => one.locale === near.locale);
  return found.map((variant) => ({ locale, variant }));
}
