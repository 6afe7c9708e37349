import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textRun, type Block, type Runs } from '@helve/flow';
import type { Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../../../../test/long-runs.js';
import { needs } from '../../../../test/needs.js';
import { readDocument, withContent, writeDocument } from '../testing/document-kit.js';
import { androidXmlFormat } from './androidxml/format.js';
import { appleStringsFormat } from './applestrings/format.js';
import { arbFormat } from './arb/format.js';
import { fileSource } from './byte-source.js';
import { checkRoundTrip } from './check-round-trip.js';
import { csvFormat } from './csv/format.js';
import { htmlFormat } from './html/format.js';
import { i18nextFormat } from './i18next/format.js';
import { jsonFormat } from './json/format.js';
import { presetOptions, withOptions } from './preset.js';
import { plaintextFormat } from './plaintext/format.js';
import { propertiesFormat } from './properties/format.js';
import { yamlFormat } from './yaml/format.js';
import { resxFormat } from './resx/format.js';
import { stringsdictFormat } from './stringsdict/format.js';
import { skeletonEntries } from './skeleton.js';
import { xcstringsFormat } from './xcstrings/format.js';
import { xliffFormat } from './xliff/format.js';
import { xliff2Format } from './xliff2/format.js';

const shared = resolve(import.meta.dirname, '../../../../..', 'shared', 'data', 'l10n');

/** Files that a format is to read: those of some folders, with some endings where others lie beside them. */
interface Corpus {
  readonly format: Format;
  readonly folders: readonly string[];
  readonly endings?: readonly string[];
  /** Ends of the names of files that mean to be broken. */
  readonly broken?: readonly string[];
}

/** A format with the options of one of its presets. */
function preset(format: Format, id: string): Format {
  return withOptions(format, presetOptions(format, id));
}

/** Folders of exchange files, of several versions and tools. */
const exchange = [
  'sdlxliff',
  'mxliff',
  'xliff-angular',
  'xliff-matecat',
  'xliff-other',
  'xliff-xcode',
  'xcloc',
  'xliff12',
];
const exchangeEndings = ['.sdlxliff', '.xliff', '.xlf', '.xlf2'];

const corpora: readonly Corpus[] = [
  { format: androidXmlFormat, folders: ['android'] },
  { format: appleStringsFormat, folders: ['applestrings', 'strings', 'xcloc'], endings: ['.strings'] },
  { format: arbFormat, folders: ['arb'] },
  // Tables of a database, whose records are of many lengths and have no languages.
  { format: { ...preset(csvFormat, 'ragged'), kind: 'monolingual' }, folders: ['csv'] },
  { format: htmlFormat, folders: ['html'] },
  { format: jsonFormat, folders: ['json', 'json-smartling'] },
  { format: preset(jsonFormat, 'chrome'), folders: ['json-chrome'] },
  { format: preset(jsonFormat, 'formatjs'), folders: ['json-formatjs'] },
  { format: preset(jsonFormat, 'go-i18n'), folders: ['json-goi18n'] },
  { format: preset(jsonFormat, 'gotext'), folders: ['json-gotext'] },
  { format: preset(jsonFormat, 'resjson'), folders: ['json-resjson'] },
  { format: i18nextFormat, folders: ['json'] },
  { format: resxFormat, folders: ['resx', 'resw'], endings: ['.resx', '.resw'] },
  // One file lacks a variable, and means to.
  {
    format: withOptions(stringsdictFormat, { onBadValue: 'skip' }),
    folders: ['stringsdict', 'strings', 'xcloc'],
    endings: ['.stringsdict'],
  },
  { format: propertiesFormat, folders: ['properties'] },
  { format: xcstringsFormat, folders: ['xcstrings', 'xcloc'], endings: ['.xcstrings'] },
  { format: plaintextFormat, folders: ['md'] },
  { format: xliffFormat, folders: exchange, endings: exchangeEndings, broken: ['invalid-xml-resources.xlf'] },
  { format: xliff2Format, folders: exchange, endings: exchangeEndings },
  { format: yamlFormat, folders: ['yaml', 'yaml-rails'] },
];

/** Number of blocks of each file that are changed, one after another; `npm run soak` changes more. */
const changesPerFile = isLongRun ? 200 : 2;

describe.each(corpora)('every file of a corpus as $format.id', needs('shared'), (corpus) => {
  const { format } = corpus;
  const files = needs('shared').ok ? filesOf(corpus) : [];

  test(`X5 ${format.id} gives it back byte for byte`, { timeout: 60_000 }, async () => {
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const trip = await checkRoundTrip(fileSource(file), format, { document: file });
      expect(trip, file).toMatchObject({ identical: true });
      expect(trip.bytes, file).toBe(readFileSync(file).length);
    }
  });

  test(`X6 ${format.id} changes the bytes of a changed block only`, { timeout: 60_000 }, async () => {
    for (const [at, file] of files.entries()) {
      for (let change = 0; change < changesPerFile; change += 1) await expectOneChange(format, file, at + change);
    }
  });
});

/** Files of a corpus; those of several versions lie together, and the first bytes tell them apart. */
function filesOf({ format, folders, endings, broken = [] }: Corpus): readonly string[] {
  const isOwn = (file: string): boolean =>
    format.kind !== 'bilingual' || (format.sniff?.(readFileSync(file)) ?? 1) > 0.5;
  return folders
    .flatMap((folder) => filesIn(join(shared, folder), endings))
    .filter((file) => !broken.some((ending) => file.endsWith(ending)) && isOwn(file));
}

async function expectOneChange(format: Format, file: string, at: number): Promise<void> {
  const document = await readDocument(format, fileSource(file), {}, 2);
  const [locale] = document.blocks.flatMap(({ targets }) => Object.keys(targets));
  // Without a translation nothing says which language the file is for.
  if (format.kind === 'bilingual' && locale === undefined) return;
  const translatable = document.blocks.filter((one) => one.translatable);
  const block = translatable[(at * 31) % Math.max(1, translatable.length)];
  if (block === undefined) return;
  const entries = skeletonEntries(document.skeleton).filter(
    (entry) => entry.kind === 'ref' && entry.blockId === block.id,
  );
  if (entries.length === 0) return;
  const parts = withContent(
    format,
    document.parts,
    (one) => (one.id === block.id ? changed(one) : undefined),
    locale ?? 'de',
  );
  const { bytes } = await writeDocument(format, { ...document, parts });
  const original = readFileSync(file);
  const start = Math.min(...entries.map(({ offset }) => offset));
  const end = Math.max(...entries.map(({ offset, length }) => offset + length));
  expect(original.subarray(0, start).equals(bytes.subarray(0, start)), file).toBe(true);
  expect(original.subarray(end).equals(bytes.subarray(bytes.length - (original.length - end))), file).toBe(true);
  expect(original.equals(bytes), file).toBe(false);
}

function changed(block: Block): Runs {
  return [...block.source, textRun(' "changed" \\ é😀')];
}

function filesIn(folder: string, endings: readonly string[] = ['']): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
