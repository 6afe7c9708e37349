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
import { expectPackageFootprint } from '../../testing/format/expect-footprint.js';
import { partsOf, richBlocks } from '../../testing/format/rich-blocks.js';
import { fileSource } from '../byte-source.js';
import { checkRoundTrip } from '../check-round-trip.js';
import { skeletonEntries } from '../skeleton.js';
import { xlsxFormat } from './format.js';

const shared = resolve(import.meta.dirname, '../../../../../../shared/data/l10n');
const minute = 60_000;
/** Files that are changed and read by others; the whole is only read and written back. */
const smallBytes = 400_000;

function workbooks(folder: string): readonly string[] {
  return readdirSync(join(shared, folder))
    .filter((name) => /\.xls[xm]$/u.test(name))
    .map((name) => join(shared, folder, name))
    .sort();
}

describe('real workbooks', needs('shared'), () => {
  test('X5 xlsx gives every one back byte for byte', { timeout: minute }, async () => {
    const files = workbooks('xlsx');
    expect(files.length).toBeGreaterThan(40);
    let blocks = 0;
    for (const file of files) {
      const trip = await checkRoundTrip(fileSource(file), xlsxFormat, { document: file });
      expect(trip, file).toMatchObject({ identical: true });
      blocks += trip.blocks;
    }
    expect(blocks).toBeGreaterThan(10_000);
  });

  test('X6 xlsx changes the bytes of a changed string only', { timeout: minute }, async () => {
    let changed = 0;
    for (const [at, file] of workbooks('xlsx').entries()) {
      const original = readFileSync(file);
      if (original.length <= smallBytes) changed += await changeOne(original, at);
    }
    expect(changed).toBeGreaterThan(30);
  });

  test('X10 xlsx refuses broken and hostile ones by name, soon', { timeout: minute }, async () => {
    const files = [...workbooks('hostile'), ...workbooks('broken/xlsx')];
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const start = cpuNow();
      const answer: unknown = await readDocument(xlsxFormat, readFileSync(file)).catch((error: unknown) => error);
      expect(isToolError(answer) && answer.code, file).toMatch(/^L10N_(?:PACKAGE|PARSE|LIMIT)$/u);
      expect(cpuNow() - start, file).toBeLessThan(1000);
    }
  });
});

/** Changes one string and compares; returns the number of changes. */
async function changeOne(original: Buffer, at: number): Promise<number> {
  // With hidden cells no string is split, which changes cells too.
  const options = { hidden: true };
  const document = await readDocument(xlsxFormat, original, { options }, 2);
  const block = document.blocks[(at * 31) % Math.max(1, document.blocks.length)];
  if (block === undefined) return 0;
  const change = ({ id, source }: Block) => (id === block.id ? [...source, textRun(' "changed" \\ é😀')] : undefined);
  const parts = withContent(xlsxFormat, document.parts, change, 'de');
  const entries = skeletonEntries(document.skeleton);
  const { bytes } = await writeDocument(xlsxFormat, { ...document, parts }, { options });
  await expectPackageFootprint(original, bytes, entries, block.id);
  return 1;
}

/** Compares workbooks with their translations, which have the letter é for e in every text and nothing else. */
const compare = `
import json, sys, warnings
import openpyxl
from openpyxl.worksheet.cell_range import CellRange
warnings.simplefilter('ignore')
def cells(path):
    book = openpyxl.load_workbook(path)
    return [fact for sheet in book.worksheets for fact in facts(sheet)]
def facts(sheet):
    # Versions from 3.1 on tell the ranges of array formulas in another way than those before.
    older = [one['ref'] for one in getattr(sheet, 'formula_attributes', {}).values() if one.get('t') == 'array']
    ranges = [CellRange(ref) for ref in older + list(getattr(sheet, 'array_formulae', {}).values())]
    results = {place for one in ranges for place in one.cells}
    tables = [CellRange(table.ref) for table in sheet.tables.values() if table.headerRowCount != 0]
    headers = {(one.min_row, column) for one in tables for column in range(one.min_col, one.max_col + 1)}
    for row in sheet.iter_rows():
        for cell in row:
            value = None if (cell.row, cell.column) in results else cell.value
            kind = 'header' if (cell.row, cell.column) in headers else cell.data_type
            yield (sheet.title, cell.coordinate, kind, value)
answer = {'strings': 0, 'files': 0, 'wrong': [], 'unread': []}
for before, after in json.load(sys.stdin):
    try:
        old = cells(before)
    except Exception as error:
        answer['unread'].append(before)
        continue
    answer['files'] += 1
    new = cells(after)
    if len(new) != len(old):
        answer['wrong'].append([before, 'cells'])
    for one, other in zip(old, new):
        text = one[2] == 's' and isinstance(one[3], str)
        answer['strings'] += text
        expected = one[:3] + (one[3].replace('e', 'é'),) if text else one
        if expected != other:
            answer['wrong'].append([before, one[0], one[1]])
print(json.dumps(answer))
`;

function translated({ source }: Block): Runs {
  return source.map((run) => (run.kind === 'text' ? textRun(run.text.replaceAll('e', 'é')) : run));
}

describe('openpyxl', needs('openpyxl'), () => {
  test(
    'X7 xlsx writes what openpyxl reads, in every real workbook',
    { ...needs('shared'), timeout: minute },
    async () => {
      const options = { hidden: true, codeFinder: { presets: [] } };
      const folder = mkdtempSync(join(tmpdir(), 'helve-xlsx-'));
      try {
        const pairs: [string, string][] = [];
        for (const [at, file] of workbooks('xlsx').entries()) {
          const original = readFileSync(file);
          if (original.length > smallBytes) continue;
          const document = await readDocument(xlsxFormat, bytesSource(original), { options });
          const parts = withContent(xlsxFormat, document.parts, translated, 'de');
          const { bytes } = await writeDocument(xlsxFormat, { ...document, parts }, { options });
          pairs.push([file, join(folder, `${at}.xlsx`)]);
          writeFileSync(join(folder, `${at}.xlsx`), bytes);
        }
        const printed = execFileSync('/usr/bin/python3', ['-c', compare], { input: JSON.stringify(pairs) }).toString();
        const answer: { strings: number; files: number; wrong: unknown[]; unread: unknown[] } = JSON.parse(printed);
        expect(answer.wrong).toEqual([]);
        expect(answer.files).toBeGreaterThan(40);
        expect(answer.strings).toBeGreaterThan(1000);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

test('X7 openpyxl finds the cells of a new table', needs('openpyxl'), async () => {
  const { bytes } = await writeDocument(xlsxFormat, { parts: partsOf(richBlocks), skeleton: undefined }, {});
  const folder = mkdtempSync(join(tmpdir(), 'helve-xlsx-'));
  try {
    writeFileSync(join(folder, 'a.xlsx'), bytes);
    const script =
      'import json, sys, openpyxl\nsheet = openpyxl.load_workbook(sys.argv[1]).worksheets[0]\n' +
      'print(json.dumps([sheet.title, sheet.freeze_panes, sheet["A1"].value, sheet["A2"].value, sheet["A2"].number_format]))';
    const printed = execFileSync('/usr/bin/python3', ['-c', script, join(folder, 'a.xlsx')], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(['Texts', 'A2', 'key', richBlocks[0]?.name, '@']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
