import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject } from './project.js';

const en = `{
  "a": "Hello <b>world</b> {name}",
  "n": "{count, plural, one {# file} other {# files}}",
  "f": "'=SUM(A1)",
  "b": "Two"
}
`;
const de = `{
  "a": "Hallo <b>Welt</b> {name}",
  "n": "{count, plural, one {# Datei} other {# Dateien}}",
  "f": "'=SUMME(A1)",
  "b": "Zwei"
}
`;

async function createWorkbook() {
  const { helve, folder } = await createProject({ 'locales/en.json': en, 'locales/de.json': de });
  const ran = await helve(['extract', 'locales/en.json', '--target', 'de', '--to', 'xlsx', '--json']);
  const { outputs } = JSON.parse(ran.stdout) as { readonly outputs: readonly { readonly path: string }[] };
  const merge = async () => {
    const merged = await helve(['merge', 'exchange', '--json']);
    return {
      code: merged.code,
      ...(JSON.parse(merged.stdout) as { readonly counts: object; readonly unread: object }),
    };
  };
  const read = () => readFile(join(folder, 'locales/de.json'), 'utf8');
  return { helve, merge, read, path: join(folder, outputs[0]?.path ?? '') };
}

describe('workbooks that come back', () => {
  test('X111 translations in a workbook are merged, and once', async () => {
    const { helve, merge, read, path } = await createWorkbook();
    const edit = ['search-replace', path, '--search', 'Zwei', '--replace', 'Zwo', '--apply-source', '--in-place'];
    expect(await helve(edit)).toMatchObject({ code: 0 });
    expect(await merge()).toMatchObject({ code: 0, counts: { applied: 1, unchanged: 3 }, unread: [] });
    expect(await read()).toBe(de.replace('Zwei', 'Zwo'));
    expect(await merge()).toMatchObject({ code: 0, counts: { applied: 0, unchanged: 4 } });
  });

  test('X111 a workbook without a table of units is told, and the merge fails', async () => {
    const { helve, merge, path } = await createWorkbook();
    const edit = [
      'search-replace',
      path,
      '--search',
      'source:en',
      '--replace',
      'English words',
      '--apply-source',
      '--in-place',
    ];
    expect(await helve(edit)).toMatchObject({ code: 0 });
    const problem = expect.stringContaining('no sheet is a table with the columns "id", "source" and "target"');
    expect(await merge()).toMatchObject({ code: 1, unread: [{ problem }] });
  });

  test('X111 a file that is no workbook is told, and the merge fails', async () => {
    const { merge, path } = await createWorkbook();
    await writeFile(path, (await readFile(path)).subarray(0, 900));
    expect(await merge()).toMatchObject({
      code: 1,
      unread: [{ problem: expect.stringContaining('no end of central directory') }],
    });
  });
});

/** Edits a workbook as people do: a number, formats in a cell, rows in another order, a sheet of their own. */
const edits = `
import sys
from openpyxl import load_workbook
book = load_workbook(sys.argv[1])
sheet = book.worksheets[0]
names = [cell.value for cell in sheet[1]]
at = names.index('target:de') + 1
for row in range(2, sheet.max_row + 1):
    if sheet.cell(row, at).value == 'Zwei':
        sheet.cell(row, at).value = 2
rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]
for number, values in enumerate(reversed(rows)):
    for column, value in enumerate(values):
        sheet.cell(number + 2, column + 1).value = value
book.create_sheet('Notes').append(['id', 'what I think'])
book.save(sys.argv[1])
`;

describe('workbooks that another program has written', needs('openpyxl'), () => {
  test('X120 a workbook with shared strings, numbers and sorted rows is merged whole', async () => {
    const { merge, read, path } = await createWorkbook();
    expect(spawnSync('/usr/bin/python3', ['-c', edits, path], { encoding: 'utf8' })).toMatchObject({ stderr: '' });
    expect(await merge()).toMatchObject({ code: 0, counts: { applied: 1, unchanged: 3 }, unread: [] });
    expect(await read()).toBe(de.replace('Zwei', '2'));
  });
});
