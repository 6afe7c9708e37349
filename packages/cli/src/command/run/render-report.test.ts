import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Io } from '../../io.js';
import { main } from '../../main.js';
import { createStyle } from '../../text/style.js';
import { renderReport } from './render-report.js';

const look = { style: createStyle(false), width: 80 };
const lines = (...text: readonly string[]) => text.join('\n');

describe('renderReport', () => {
  test('T7 counts are columns, with a row for each document and one for all', () => {
    const report = {
      totals: { source: 5, targets: { de: 2 } },
      documents: [
        { file: 'a.json', source: 3, targets: { de: 2 } },
        { file: 'b.json', source: 2 },
      ],
    };
    expect(renderReport(report, look)).toBe(
      lines('  FILE    source  targets.de', '  a.json  3       2', '  b.json  2       -', '  total   5       2'),
    );
  });

  test('T7 counts that lie deeper have a row each', () => {
    const counts = { de: { exact: { blocks: 1, words: 4 }, new: { blocks: 2, words: 9 } } };
    expect(renderReport({ totals: counts, documents: [{ file: 'a', ...counts }] }, look)).toBe(
      lines(
        '  FILE   WHAT      blocks  words',
        '  a      de exact  1       4',
        '  a      de new    2       9',
        '  total  de exact  1       4',
        '  total  de new    2       9',
      ),
    );
  });

  test('T7 what a tool said of each block and did not join is counted, and its numbers are added up', () => {
    const report = [
      { document: 'a.json', entries: [{ questions: 1 }, { questions: 2, of: 'x' }] },
      { document: 'b.json', entries: [{ of: 'y' }] },
    ];
    expect(renderReport(report, look)).toBe(
      lines('  document  entries  questions', '  a.json    2        3', '  b.json    1        -'),
    );
  });

  test('T7 lists are tables, and lists in lists stand below their names', () => {
    const groups = [{ group: 'de', range: 'U+41', chars: [{ char: 'A', counts: { de: 1 } }] }];
    expect(renderReport({ labels: ['x', 'y'], groups }, look)).toBe(
      lines('  labels  x y', '', '  de  U+41', '  char  counts.de', '  A     1'),
    );
    expect(renderReport({ found: [{ a: 1 }, { b: 2 }] }, look)).toBe(lines('  a  b', '  1  -', '  -  2'));
  });

  test('T7 anything else is shown too', () => {
    expect(renderReport(3, look)).toBe(lines('  value', '  3'));
    expect(renderReport(['x', { y: 1 }], look)).toBe(lines('  value  y', '  x      -', '  -      1'));
    expect(renderReport({ totals: {}, documents: [] }, look)).toBe('  documents');
  });
});

describe('helve NAME FILES', () => {
  // The rooms of flows are many files, which take their time to be read as TypeScript.
  beforeAll(() => import('@helve/project/run'), 120_000);

  let cwd = '';
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'helve-report-'));
    await writeFile(join(cwd, 'helve.config.json'), '{ "govern": false }');
    await writeFile(join(cwd, 'app.json'), '{"a":"Save it","b":"Save it"}');
  });
  afterAll(() => rm(cwd, { recursive: true, force: true }));

  async function helve(argv: readonly string[]): Promise<string> {
    let stdout = '';
    let stderr = '';
    const io: Io = {
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
      stdin: (async function* () {})(),
      cwd,
      user: 'tester',
      env: { XDG_CONFIG_HOME: join(cwd, 'config-home') },
      signal: new AbortController().signal,
    };
    expect(await main(argv, io), stderr).toBe(0);
    return stdout;
  }

  test.each([
    ['word-count', 'source', { totals: { source: 4 } }],
    ['char-count', 'sourceNoSpace', { totals: { source: 14, sourceNoSpace: 12 } }],
    ['segment-count', 'source', { totals: { source: 2 } }],
    ['repetition-analysis', 'repetition', { totals: { first: 1, repetition: 1 } }],
    ['chars-listing', 'unicodeRange', { groups: [{ group: 'en', unicodeRange: expect.any(String) as string }] }],
    [
      'scoping-report',
      'de repetition',
      { totals: { de: { repetition: { blocks: 1, words: 2 }, new: { blocks: 1 } } } },
    ],
    ['encoding-detect', 'us-ascii', { totals: { blocks: 2 }, documents: [{ encoding: 'utf-8', by: 'utf-8' }] }],
  ])('T7 %s prints its numbers as a table and as JSON', async (tool, shown, expected) => {
    const argv = [tool, 'app.json', '--source', 'en', '--target', 'de'];
    const table = await helve(argv);
    expect(table).toContain(tool);
    if (tool !== 'chars-listing') expect(table).toContain(shown);
    else expect(table).toMatch(/en {2}U\+20/u);
    const { reports } = JSON.parse(await helve([...argv, '--json'])) as { reports: Record<string, unknown> };
    expect(reports[tool]).toMatchObject(expected);
  });
});
