import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textRun, type Block, type Runs } from '@helve/flow';
import { bytesSource } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { skeletonEntries } from '../skeleton.js';
import { fileSource } from '../byte-source.js';
import { checkRoundTrip } from '../check-round-trip.js';
import { markdownFormat } from './format.js';
import { spelling } from './write-inline.js';

const folder = resolve(import.meta.dirname, '../../../../../..', 'shared', 'data', 'l10n', 'md');

describe('real Markdown files', needs('shared'), () => {
  const files = needs('shared').ok ? filesOf(folder) : [];

  test('TV41 markdown gives every file back byte for byte', async () => {
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const trip = await checkRoundTrip(fileSource(file), markdownFormat, { document: file });
      expect(trip, file).toMatchObject({ identical: true, bytes: readFileSync(file).length });
    }
  });

  test('TV41 markdown changes the bytes of a changed block only', async () => {
    for (const [at, file] of files.entries()) await expectOneChange(readFileSync(file), at);
  });

  test(
    'T100 markdown reads every changed block of every file back as it was written',
    { timeout: 120_000 },
    async () => {
      for (const file of files) await expectAllChanges(readFileSync(file), file);
    },
  );
});

async function expectOneChange(original: Buffer, at: number): Promise<void> {
  const document = await readDocument(markdownFormat, bytesSource(original), {}, 2);
  const blocks = document.blocks.filter(isOwn);
  const wanted = blocks[(at * 31) % Math.max(1, blocks.length)];
  const place = skeletonEntries(document.skeleton).find(
    (entry) => entry.kind === 'ref' && entry.blockId === wanted?.id,
  );
  if (!wanted || !place) return;
  const change = (block: Block) => (block.id === wanted.id ? changed(block) : undefined);
  const parts = withContent(markdownFormat, document.parts, change, 'de');
  const { bytes } = await writeDocument(markdownFormat, { ...document, parts });
  const end = place.offset + place.length;
  expect(original.subarray(0, place.offset).equals(bytes.subarray(0, place.offset))).toBe(true);
  expect(original.subarray(end).equals(bytes.subarray(bytes.length - (original.length - end)))).toBe(true);
  expect(original.equals(bytes)).toBe(false);
}

async function expectAllChanges(original: Buffer, file: string): Promise<void> {
  const document = await readDocument(markdownFormat, bytesSource(original));
  const parts = withContent(
    markdownFormat,
    document.parts,
    (block) => (isOwn(block) ? changed(block) : undefined),
    'de',
  );
  const { bytes } = await writeDocument(markdownFormat, { ...document, parts });
  const again = await readDocument(markdownFormat, bytesSource(bytes));
  const wanted = document.blocks.filter(isOwn).map((block) => spelling(changed(block)));
  expect(
    again.blocks.filter(isOwn).map(({ source }) => spelling(source)),
    file,
  ).toEqual(wanted);
}

/** True for translatable blocks with a skeleton entry of their own. */
function isOwn({ translatable, skeleton }: Block): boolean {
  return translatable && skeleton !== undefined;
}

function changed(block: Block): Runs {
  const guarded = block.source.map((run) => (run.kind === 'text' ? textRun(run.text.replaceAll('a', 'ä。')) : run));
  return [textRun('1. # '), ...guarded, textRun(' "changed" \\ *é*😀')];
}

function filesOf(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
