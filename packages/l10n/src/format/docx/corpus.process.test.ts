import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isToolError } from '@helve/core';
import { textRun, type Block, type Runs } from '@helve/flow';
import { bytesSource } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { needs } from '../../../../../test/needs.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { entriesOf, expectPackageFootprint } from '../../testing/format/expect-footprint.js';
import { fileSource } from '../byte-source.js';
import { checkRoundTrip } from '../check-round-trip.js';
import { skeletonEntries } from '../skeleton.js';
import { ZipArchive } from '../zip/zip-archive.js';
import { docxFormat } from './format.js';

const shared = resolve(import.meta.dirname, '../../../../../../shared/data/l10n');
const minute = 60_000;
const everything = { comments: true, charts: true, properties: true, hidden: true };

function documents(folder: string): readonly string[] {
  return readdirSync(join(shared, folder))
    .filter((name) => /\.do[ct][xm]$/u.test(name))
    .map((name) => join(shared, folder, name))
    .sort();
}

describe('real documents', needs('shared'), () => {
  test('X5 docx gives every one back byte for byte', { timeout: minute }, async () => {
    const files = documents('docx');
    expect(files.length).toBeGreaterThan(50);
    let blocks = 0;
    for (const file of files) {
      const trip = await checkRoundTrip(fileSource(file), docxFormat, { document: file, options: everything });
      expect(trip, file).toMatchObject({ identical: true });
      blocks += trip.blocks;
    }
    expect(blocks).toBeGreaterThan(1000);
  });

  test('X6 docx changes the bytes of a changed paragraph only', { timeout: minute }, async () => {
    let changed = 0;
    for (const [at, file] of documents('docx').entries()) changed += await changeOne(readFileSync(file), at);
    expect(changed).toBeGreaterThan(40);
  });

  test('X7 docx reads back what it wrote, in every paragraph', { timeout: minute }, async () => {
    for (const file of documents('docx')) {
      const document = await readDocument(docxFormat, readFileSync(file));
      const { bytes } = await writeDocument(docxFormat, { ...document, parts: translatedParts(document) });
      const again = await readDocument(docxFormat, bytes);
      expect(again.blocks.map(textsOf), file).toEqual(
        document.blocks.map((block) => textsOf({ source: translated(block) })),
      );
    }
  });

  test('X10 docx refuses hostile ones by name, or gives them back, soon', { timeout: minute }, async () => {
    const files = documents('hostile');
    let refused = 0;
    for (const file of files) {
      const start = cpuNow();
      const answer: unknown = await checkRoundTrip(fileSource(file), docxFormat, { document: file }).catch(
        (error: unknown) => error,
      );
      if (isToolError(answer)) {
        expect(answer.code, file).toMatch(/^L10N_(?:PACKAGE|PARSE|LIMIT)$/u);
        refused += 1;
      } else expect(answer, file).toMatchObject({ identical: true });
      expect(cpuNow() - start, file).toBeLessThan(1000);
    }
    expect(refused).toBeGreaterThan(5);
  });
});

type Document = Awaited<ReturnType<typeof readDocument>>;

const textsOf = ({ source }: Pick<Block, 'source'>): string =>
  source.flatMap((run) => (run.kind === 'text' ? [run.text] : [])).join('');

function translated({ source }: Block): Runs {
  return source.map((run) => (run.kind === 'text' ? textRun(run.text.replaceAll('e', 'é')) : run));
}

function translatedParts(document: Document) {
  return withContent(docxFormat, document.parts, translated, 'de');
}

/** Changes one paragraph and compares; returns the number of changes. */
async function changeOne(original: Buffer, at: number): Promise<number> {
  const document = await readDocument(docxFormat, original, {}, 2);
  const entries = skeletonEntries(document.skeleton);
  const members = entries.flatMap((entry) => (entry.kind === 'member' ? [entry] : []));
  // Texts of text boxes in a text stand in the bytes of their paragraph.
  const blocks = document.blocks.filter(({ id }) => members.some((member) => entriesOf(member.entries, id).length > 0));
  const block = blocks[(at * 31) % Math.max(1, blocks.length)];
  if (block === undefined) return 0;
  const change = ({ id, source }: Block) => (id === block.id ? [...source, textRun(' "changed" \\ é😀')] : undefined);
  const parts = withContent(docxFormat, document.parts, change, 'de');
  const { bytes } = await writeDocument(docxFormat, { ...document, parts });
  await expectPackageFootprint(original, bytes, entries, block.id);
  return 1;
}

/** Compares documents with their translations, which have the letter é for e in their text and nothing else. */
const compare = `
import json, sys
import docx
from docx.oxml.ns import qn
def shape(path):
    body = docx.Document(path).element.body
    paragraphs = [
        (''.join(t.text or '' for t in p.iter(qn('w:t'))), p.style, len(list(p.iter(qn('w:drawing')))), len(list(p.iter(qn('w:bookmarkStart')))))
        for p in body.iter(qn('w:p'))
    ]
    return paragraphs, len(list(body.iter(qn('w:tbl'))))
answer = {'paragraphs': 0, 'files': 0, 'same': 0, 'wrong': [], 'unread': []}
for before, after in json.load(sys.stdin):
    try:
        old = shape(before)
    except Exception as error:
        answer['unread'].append(before)
        continue
    answer['files'] += 1
    new = shape(after)
    if len(old[0]) != len(new[0]) or old[1] != new[1]:
        answer['wrong'].append([before, 'shape'])
    for one, other in zip(old[0], new[0]):
        answer['paragraphs'] += 1
        if one[1:] != other[1:] or one[0].replace('e', 'é') != other[0].replace('e', 'é'):
            answer['wrong'].append([before, one[0][:40], other[0][:40]])
        answer['same'] += 'e' in other[0] and 'e' in one[0]
print(json.dumps(answer))
`;

describe('python-docx', needs('python-docx'), () => {
  test(
    'X7 docx writes what python-docx reads, in every real document',
    { ...needs('shared'), timeout: minute },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'helve-docx-'));
      try {
        const pairs: [string, string][] = [];
        for (const [at, file] of documents('docx').entries()) {
          const document = await readDocument(docxFormat, readFileSync(file), { options: everything });
          const { bytes } = await writeDocument(
            docxFormat,
            { ...document, parts: translatedParts(document) },
            { options: everything },
          );
          pairs.push([file, join(folder, `${at}.docx`)]);
          writeFileSync(join(folder, `${at}.docx`), bytes);
        }
        const printed = execFileSync('/usr/bin/python3', ['-c', compare], { input: JSON.stringify(pairs) }).toString();
        const answer: { paragraphs: number; files: number; same: number; wrong: unknown[]; unread: unknown[] } =
          JSON.parse(printed);
        expect(answer.wrong).toEqual([]);
        expect(answer.files).toBeGreaterThan(40);
        expect(answer.paragraphs).toBeGreaterThan(1000);
        // Fields, placeholders and hidden text are left alone.
        expect(answer.same).toBeLessThan(answer.paragraphs / 10);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('xmllint', needs('xmllint'), () => {
  test('X7 docx writes parts that are well-formed', { ...needs('shared'), timeout: minute }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'helve-docx-'));
    try {
      const limits = { maxBytes: 2 ** 30, maxMemberBytes: 2 ** 30 };
      for (const [at, file] of documents('docx').entries()) {
        const document = await readDocument(docxFormat, readFileSync(file), { options: everything });
        const parts = translatedParts(document);
        const { bytes } = await writeDocument(docxFormat, { ...document, parts }, { options: everything });
        const archive = await ZipArchive.open(bytesSource(bytes), file, limits);
        const xml = archive.entries.filter(({ name }) => /^word\/[^/]*\.xml$/u.test(name));
        for (const [number, { name }] of xml.entries())
          writeFileSync(join(folder, `${at}-${number}.xml`), await archive.read(name));
      }
      const files = readdirSync(folder).map((name) => join(folder, name));
      expect(files.length).toBeGreaterThan(100);
      execFileSync('xmllint', ['--noout', '--nonet', '--huge', ...files]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
