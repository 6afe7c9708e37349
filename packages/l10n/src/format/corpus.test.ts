import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textRun, type Block, type Runs } from '@helve/flow';
import type { Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../test/needs.js';
import { skeletonEntries, readDocument, withContent, writeDocument } from '../testing/document-kit.js';
import { fileSource } from './byte-source.js';
import { checkRoundTrip } from './check-round-trip.js';
import { i18nextFormat } from './i18next/format.js';
import { jsonFormat } from './json/format.js';
import { plaintextFormat } from './plaintext/format.js';
import { propertiesFormat } from './properties/format.js';

const shared = resolve(import.meta.dirname, '../../../../..', 'shared', 'data', 'l10n');

interface Corpus {
  readonly format: Format;
  readonly folder: string;
}

const corpora: readonly Corpus[] = [
  { format: jsonFormat, folder: 'json' },
  { format: i18nextFormat, folder: 'json' },
  { format: propertiesFormat, folder: 'properties' },
  { format: plaintextFormat, folder: 'md' },
];

describe.each(corpora)('every file of a corpus as $format.id', needs('shared'), ({ format, folder }) => {
  const files = needs('shared').ok ? filesOf(join(shared, folder)) : [];

  test(`TV41 ${format.id} gives it back byte for byte`, async () => {
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const trip = await checkRoundTrip(fileSource(file), format, { document: file });
      expect(trip, file).toMatchObject({ identical: true });
      expect(trip.bytes, file).toBe(readFileSync(file).length);
    }
  });

  test(`TV41 ${format.id} changes the bytes of a changed block only`, async () => {
    for (const [at, file] of files.entries()) await expectOneChange(format, file, at);
  });
});

async function expectOneChange(format: Format, file: string, at: number): Promise<void> {
  const document = await readDocument(format, fileSource(file), {}, 2);
  const places = skeletonEntries(document.skeleton);
  const block = document.blocks[(at * 31) % Math.max(1, document.blocks.length)];
  const place = places[block?.skeleton?.entry ?? -1];
  if (!block || !place) return;
  const parts = withContent(format, document.parts, (one) => (one.id === block.id ? changed(one) : undefined), 'de');
  const { bytes } = await writeDocument(format, { ...document, parts });
  const original = readFileSync(file);
  const end = place.offset + place.length;
  expect(original.subarray(0, place.offset).equals(bytes.subarray(0, place.offset)), file).toBe(true);
  expect(original.subarray(end).equals(bytes.subarray(bytes.length - (original.length - end))), file).toBe(true);
  expect(original.equals(bytes), file).toBe(false);
}

function changed(block: Block): Runs {
  return [...block.source, textRun(' "changed" \\ é😀')];
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
