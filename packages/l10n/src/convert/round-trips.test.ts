import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AnnoNote, payloadOf, type Block } from '@helve/flow';
import { bytesSource, formsOf, withForms, type Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../../../../test/long-runs.js';
import { needs } from '../../../../test/needs.js';
import { allFormats } from '../format/all-formats.js';
import { formatCapacities } from '../format/capacity/format-capacity.js';
import { optionFeatures } from '../format/capacity/option-features.js';
import { contentText } from '../format/code/content-text.js';
import { createFormats } from '../format/create-formats.js';
import { convertBlocks } from './convert-blocks.js';
import { packOriginal } from './original-file.js';
import { readForConversion, type ConversionDocument } from './read-for-conversion.js';
import { writeConverted } from './write-converted.js';
import { writeOriginal } from './write-original.js';

const shared = resolve(import.meta.dirname, '../../../../..', 'shared', 'data', 'l10n');
const formats = createFormats(allFormats);
const { signal } = new AbortController();

function known(id: string): Format {
  const format = formats.byId(id);
  if (format === undefined) throw new TypeError(`There is no format ${id}`);
  return format;
}

/** Files of a folder: some of them, evenly, or all where properties run in full. */
function sample(folder: string, endings: readonly string[], count: number): readonly string[] {
  const all = readdirSync(join(shared, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  if (isLongRun) return all;
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0).slice(0, count);
}

function read(format: Format, bytes: Uint8Array, targetLocale?: string): Promise<ConversionDocument> {
  const source = bytesSource(bytes);
  return readForConversion({
    format,
    source,
    options: {},
    document: 'test',
    sourceLocale: 'en',
    targetLocale,
    formats,
    signal,
  });
}

/** Converts a document to another format: its source, or one of its translations. */
async function convert(
  document: ConversionDocument,
  from: Format,
  to: Format,
  locale: string | undefined,
  original?: Uint8Array,
) {
  const capacity = formatCapacities[to.id];
  if (capacity === undefined) throw new TypeError(`There is no capacity of ${to.id}`);
  const made = convertBlocks(
    document.blocks,
    {
      format: to.id,
      kind: to.kind,
      capacity,
      byOptions: optionFeatures(to.id, {}),
      from: from.id,
      sourceLocale: 'en',
      locales: locale === undefined ? [] : [locale],
      document: 'test',
    },
    {},
  );
  const written = await writeConverted({
    format: to,
    options: {},
    blocks: made.blocks,
    document: 'test',
    sourceLocale: 'en',
    targetLocale: locale,
    skeleton: original && (await packOriginal({ format: from.id, bytes: original })),
    formats,
    signal,
  });
  return { bytes: written.bytes, losses: [...made.losses, ...written.losses] };
}

const tables: readonly {
  readonly id: string;
  readonly folder: string;
  readonly ending: string;
  readonly preset?: string;
}[] = [
  { id: 'androidxml', folder: 'android', ending: '.xml' },
  { id: 'applestrings', folder: 'applestrings', ending: '.strings' },
  { id: 'applestrings', folder: 'strings', ending: '.strings' },
  { id: 'arb', folder: 'arb', ending: '.arb' },
  { id: 'json', folder: 'json', ending: '.json' },
  { id: 'json', folder: 'json-chrome', ending: '.json', preset: 'chrome' },
  { id: 'json', folder: 'json-goi18n', ending: '.json', preset: 'go-i18n' },
  { id: 'json', folder: 'json-resjson', ending: '.resjson', preset: 'resjson' },
  { id: 'properties', folder: 'properties', ending: '.properties' },
  { id: 'resx', folder: 'resx', ending: '.resx' },
  { id: 'resx', folder: 'resw', ending: '.resw' },
  { id: 'stringsdict', folder: 'strings', ending: '.stringsdict' },
  { id: 'xcstrings', folder: 'xcstrings', ending: '.xcstrings' },
];

describe('round trips of real files', needs('shared'), () => {
  test.each(tables)(
    'X103 $id of $folder comes back from XLIFF 2 with the same bytes',
    async ({ id, folder, ending, preset }) => {
      const found = formats.detect({
        formatId: preset === undefined ? id : `${id}:${preset}`,
        head: new Uint8Array(0),
      });
      const format = found.format ?? known(id);
      const files = sample(folder, [ending], 8);
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        const bytes = readFileSync(file);
        const document = await read(format, bytes);
        const [locale] = document.locales;
        const { bytes: exchange } = await convert(document, format, known('xliff2'), locale, bytes);
        const back = await read(known('xliff2'), exchange, locale);
        const written = await writeOriginal({
          format,
          options: {},
          bytes: back.original?.bytes ?? new Uint8Array(0),
          blocks: back.blocks,
          document: 'test',
          sourceLocale: document.sourceLocale,
          locales: locale === undefined ? [] : [locale],
          formats,
          signal,
        });
        expect([file, written.losses]).toEqual([file, []]);
        expect(Buffer.from(written.bytes).equals(bytes), file).toBe(true);
      }
    },
  );

  test.each(['xliff', 'xliff2'])('X103 texts, notes and plurals of catalogs survive %s', async (via) => {
    // A test of Django has the forms of Russian in another order than gettext.
    const files = sample('po', ['.po'], 12).filter((file) => !file.includes('view_tests'));
    for (const file of files) {
      const bytes = readFileSync(file);
      const document = await read(known('po'), bytes, 'de');
      const [locale = 'de'] = document.locales;
      const { bytes: exchange } = await convert(document, known('po'), known(via), locale);
      const between = await read(known(via), exchange, locale);
      const catalog = await convert(between, known(via), known('po'), locale);
      // A catalog with another plural rule than gettext has for its language loses forms, and says so.
      if (catalog.losses.some(({ kind }) => kind === 'form-lost')) continue;
      const again = await read(known('po'), catalog.bytes, locale);
      expect(facts(again, locale), file).toEqual(facts(document, locale));
    }
  });

  test('X103 texts and notes of Apple survive Android', async () => {
    for (const file of sample('strings', ['.strings'], 12)) {
      const document = await read(known('applestrings'), readFileSync(file));
      const names = document.blocks.map(({ name }) => name);
      if (new Set(names).size < names.length) continue;
      const { bytes: android } = await convert(document, known('applestrings'), known('androidxml'), undefined);
      const between = await read(known('androidxml'), android);
      const { bytes: again } = await convert(between, known('androidxml'), known('applestrings'), undefined);
      expect(facts(await read(known('applestrings'), again)), file).toEqual(facts(document));
    }
  });
});

/** Texts and notes of a document, as people see them. */
function facts({ blocks }: ConversionDocument, locale = 'de'): readonly unknown[] {
  return blocks
    .filter(({ type }) => type !== 'header')
    .map((block) => [
      block.name,
      message(block.source),
      message(block.targets[locale]?.runs ?? []),
      (payloadOf(block.annotations[AnnoNote], 'note')?.items ?? []).map(({ text }) => text).join('\n'),
    ]);
}

/** Text with its forms, but for those that say what the form for all other numbers says. */
function message(runs: Block['source']): string {
  const distinct = runs.map((run) => {
    if (run.kind !== 'plural') return run;
    const other = contentText(run.forms.other ?? [], false);
    return withForms(
      run,
      formsOf(run).filter(([key, form]) => key === 'other' || contentText(form, false) !== other),
    );
  });
  return contentText(distinct, false);
}
