import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textRun, type Block } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { parse } from 'papaparse';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { blocksOf, readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { pseudoRuns } from '../../testing/format/pseudo-runs.js';
import { probeTexts } from '../../testing/probe-text.js';
import { csvFormat } from './format.js';

const shared = resolve(import.meta.dirname, '../../../../../..', 'shared', 'data', 'l10n', 'csv');

/** Cells of every record of every table. */
type Tables = readonly (readonly (readonly string[])[])[];

const program = `
import csv, io, json, sys
tables = [csv.reader(io.StringIO(text, newline=''), delimiter=mark) for text, mark in json.load(sys.stdin)]
print(json.dumps([[row for row in table if row != []] for table in tables]))
`;

/** Tables as Python reads them. */
function readWithPython(tables: readonly (readonly [string, string])[]): Tables {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify(tables),
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as Tables;
}

/** Tables as the package of npm reads them. */
function readWithNpm(tables: readonly (readonly [string, string])[]): Tables {
  return tables.map(([text, delimiter]) => parse<string[]>(text, { delimiter, skipEmptyLines: true }).data);
}

const mono = { ...csvFormat, kind: 'monolingual' } as const;

/** Writes tables with a probe text in every cell, unquoted and quoted, with each delimiter and line end. */
async function probedTables(): Promise<readonly (readonly [string, string])[]> {
  const tables: (readonly [string, string])[] = [];
  for (const delimiter of [',', ';', '\t', '|']) {
    for (const lineEnd of ['\n', '\r\n']) {
      const rows = probeTexts.flatMap((_, at) => [
        [`${at}.0`, 'x'],
        [`${at}.1`, '"x"'],
      ]);
      const input = [['key', 'text'], ...rows].map((cells) => cells.join(delimiter) + lineEnd).join('');
      const document = await readDocument(mono, input);
      const change = ({ name }: Block) => [textRun(probeTexts[Number.parseInt(name, 10)] ?? '')];
      const parts = withContent(mono, document.parts, change, 'de');
      tables.push([Buffer.from((await writeDocument(mono, { ...document, parts })).bytes).toString(), delimiter]);
    }
  }
  return tables;
}

const probed: readonly (readonly string[])[] = [
  ['key', 'text'],
  ...probeTexts.flatMap((text, at) => [
    [`${at}.0`, text],
    [`${at}.1`, text],
  ]),
];

describe('tables that other programs read', () => {
  test('X7 Papa Parse reads every probe text as it was written', async () => {
    for (const table of readWithNpm(await probedTables())) expect(table).toEqual(probed);
  });

  test.skipIf(!needs('python3').ok)('X7 Python reads every probe text as it was written', async () => {
    for (const table of readWithPython(await probedTables())) expect(table).toEqual(probed);
  });

  test.skipIf(!needs('shared').ok)(
    'X7 every file of the corpus has the same cells, with the texts that were written',
    async () => {
      const files = readdirSync(shared, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
      const [before, after] = [
        readWithNpm(files.map(comma)),
        readWithNpm((await Promise.all(files.map(pseudo))).map(comma)),
      ];
      expect(after.flat(2).length).toBe(before.flat(2).length);
      for (const [at, rows] of after.entries()) {
        const texts = await writtenTexts(files[at] ?? '');
        const changed = rows.flat().filter((cell, index) => cell !== before[at]?.flat()[index]);
        for (const cell of changed) expect(texts.has(cell), cell).toBe(true);
      }
    },
  );
});

const kit = { options: { ragged: true, delimiter: ',' } };

function comma(text: string): readonly [string, string] {
  return [text, ','];
}

async function pseudoDocument(text: string) {
  const document = await readDocument(mono, text, kit);
  const parts = withContent(mono, document.parts, ({ source }) => pseudoRuns(source), 'de');
  return { ...document, parts };
}

async function pseudo(text: string): Promise<string> {
  return Buffer.from((await writeDocument(mono, await pseudoDocument(text), kit)).bytes).toString();
}

async function writtenTexts(text: string): Promise<ReadonlySet<string>> {
  return new Set(blocksOf((await pseudoDocument(text)).parts).map(({ source }) => dataText(source)));
}
