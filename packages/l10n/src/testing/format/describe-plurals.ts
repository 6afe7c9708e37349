import { textRun, type Block, type PluralRun, type Runs } from '@helve/flow';
import { dataText, pluralCategories, pluralSamples, type Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { readDocument, withContent, writeDocument, type KitOptions } from '../document-kit.js';

/** A document whose first entry with plural forms is written for other languages. */
export interface PluralCase extends KitOptions {
  readonly name: string;
  readonly input: string | Uint8Array;
  /** Reason why the members are in another order than that of CLDR. */
  readonly ordered?: string;
  /** Categories that are written in place of those of CLDR, by locale, and why. */
  readonly categories?: { readonly byLocale: Readonly<Record<string, readonly string[]>>; readonly reason: string };
}

const sourceLocale = 'en';
const locales = ['pl', 'ja', 'ar', 'en', 'lv', 'fr'] as const;
const given: readonly { readonly title: string; readonly keys: readonly string[] }[] = [
  { title: 'only one and other', keys: ['one', 'other'] },
  { title: 'all categories', keys: pluralCategories },
  { title: 'few and other', keys: ['few', 'other'] },
];

/** Tests that a target has the categories of its language, in the order of CLDR, and always `other`. */
export function describePlurals(format: Format, cases: readonly PluralCase[]): void {
  describe.each(cases)('$name', (one) => {
    const targets = locales.filter((locale) => format.kind === 'monolingual' || locale !== sourceLocale);
    test.each(targets.flatMap((locale) => given.map(({ title, keys }) => ({ locale, title, keys }))))(
      `X15 ${format.id} writes the forms of $locale for a text with $title`,
      async ({ locale, keys }) => {
        const written = await writePlural(format, one, locale, keys);
        const found = new TextDecoder().decode(written);
        const categories = one.categories?.byLocale[locale] ?? categoriesOf(locale);
        expect(await formsRead(format, one, locale, written)).toEqual(new Set(categories));
        if (one.ordered !== undefined || keys !== pluralCategories) return;
        const places = categories.map((key) => found.indexOf(`(${key})`));
        expect(places.toSorted((left, right) => left - right)).toEqual(places);
      },
    );
  });
}

function categoriesOf(locale: string): readonly string[] {
  const known = new Set<string>((pluralSamples(locale, false) ?? []).map(({ category }) => category));
  return pluralCategories.filter((category) => category === 'other' || known.has(category));
}

async function writePlural(format: Format, one: PluralCase, locale: string, keys: readonly string[]) {
  const kit = { ...one, targetLocale: locale };
  const document = await readDocument(format, one.input, kit);
  const forms = Object.fromEntries(keys.map((key) => [key, [textRun(`(${key})`)]]));
  const entry = document.blocks.find(hasPlural);
  const change = (block: Block): Runs | undefined =>
    block.id === entry?.id ? block.source.map((run) => (run.kind === 'plural' ? { ...run, forms } : run)) : undefined;
  const parts = withContent(format, document.parts, change, locale);
  return (await writeDocument(format, { ...document, parts }, kit)).bytes;
}

async function formsRead(format: Format, one: PluralCase, locale: string, bytes: Uint8Array) {
  const monolingual = format.kind === 'monolingual';
  const kit = monolingual ? { ...one, sourceLocale: locale } : { ...one, targetLocale: locale };
  const at = (await readDocument(format, one.input, one)).blocks.findIndex(hasPlural);
  const block = (await readDocument(format, bytes, kit)).blocks[at];
  const runs = monolingual ? block?.source : block?.targets[locale]?.runs;
  const plural = runs?.find((run): run is PluralRun => run.kind === 'plural');
  // A single form may be read as a text without forms.
  if (plural === undefined && runs !== undefined && dataText(runs) === '(other)') return new Set(['other']);
  return new Set(Object.keys(plural?.forms ?? {}));
}

function hasPlural({ source }: Block): boolean {
  return source.some(({ kind }) => kind === 'plural');
}
