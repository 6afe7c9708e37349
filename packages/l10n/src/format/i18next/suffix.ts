import type { LocaleId, PluralKey } from '@helve/flow';
import { pluralCategories, pluralSamples } from '@helve/flow/content';
import { zeroKey } from '../plural/plan-members.js';
import type { I18nextOptions } from './options.js';

/** Form that the suffixes of a key express. */
export interface KeyForm {
  readonly base: string;
  /** Empty when the key has no context. */
  readonly context: string;
  /** Undefined when the key has no number. */
  readonly plural: PluralKey | undefined;
  readonly ordinal: boolean;
}

/** Parses and writes the suffixes of keys in one locale. */
export interface Suffixes {
  /** True when the key without a suffix is the singular. */
  readonly bareSingular: boolean;
  parse(key: string): KeyForm;
  write(form: KeyForm): string;
}

/** Creates the suffixes of a version of the layout: categories in 4, `plural` or numbers in 3. */
export function createSuffixes(options: I18nextOptions, locale: LocaleId): Suffixes {
  return options.version === 4 ? byCategory(options, locale) : byNumber(options, locale);
}

function byCategory(options: I18nextOptions, locale: LocaleId): Suffixes {
  const { pluralSeparator: separator } = options;
  // Every language may have a text of its own for zero.
  const zero = zeroKey(locale);
  return {
    bareSingular: false,
    parse(key) {
      const category = pluralCategories.find((name) => key.endsWith(`${separator}${name}`));
      if (category === undefined) return { ...withContext(key, options), plural: undefined, ordinal: false };
      const stem = key.slice(0, -(separator.length + category.length));
      const ordinal = stem.endsWith(`${separator}ordinal`);
      const rest = ordinal ? stem.slice(0, -(separator.length + 'ordinal'.length)) : stem;
      const plural = category === 'zero' ? zero : category;
      return { ...withContext(rest, options), plural, ordinal };
    },
    write: ({ base, context, plural, ordinal }) =>
      [
        base,
        ...(context === '' ? [] : [options.contextSeparator, context]),
        ...(ordinal ? [separator, 'ordinal'] : []),
        ...(plural === undefined ? [] : [separator, plural === '=0' ? 'zero' : plural]),
      ].join(''),
  };
}

function byNumber(options: I18nextOptions, locale: LocaleId): Suffixes {
  const { pluralSeparator: separator } = options;
  const forms = listCategories(locale);
  const suffixes = forms.length === 2 ? ['', `${separator}plural`] : forms.map((_, at) => `${separator}${at}`);
  return {
    bareSingular: forms.length === 2,
    parse(key) {
      const at = suffixes.findLastIndex((suffix) => suffix !== '' && key.endsWith(suffix));
      if (at < 0) return { ...withContext(key, options), plural: undefined, ordinal: false };
      const stem = key.slice(0, key.length - (suffixes[at]?.length ?? 0));
      return { ...withContext(stem, options), plural: forms[at], ordinal: false };
    },
    write({ base, context, plural }) {
      const stem = context === '' ? base : `${base}${options.contextSeparator}${context}`;
      const at = forms.findIndex((form) => form === plural);
      return plural === undefined ? stem : `${stem}${suffixes[at < 0 ? suffixes.length - 1 : at] ?? ''}`;
    },
  };
}

function withContext(key: string, { contexts, contextSeparator }: I18nextOptions): Pick<KeyForm, 'base' | 'context'> {
  const context = contexts.find(
    (name) => key.endsWith(`${contextSeparator}${name}`) && key.length > name.length + contextSeparator.length,
  );
  if (context === undefined) return { base: key, context: '' };
  return { base: key.slice(0, -(contextSeparator.length + context.length)), context };
}

/** Lists the categories of small whole numbers, the last of which is called `other`: fractions have no key. */
function listCategories(locale: LocaleId): PluralKey[] {
  const samples = pluralSamples(locale, false) ?? pluralSamples('en', false) ?? [];
  const used = samples
    .filter(({ sample }) => Number.isInteger(sample) && sample <= 200)
    .map(({ category }) => category);
  return used.includes('other') ? used : [...used.slice(0, -1), 'other'];
}
