import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { poFormat } from '../../format/po/format.js';
import { readDocument } from '../../testing/document-kit.js';
import { runSteps } from '../../testing/run-tool.js';
import { wordCount } from './word-count.js';

const folder = join(import.meta.dirname, '../../../../../../shared/data/l10n/po');

describe.skipIf(!needs('shared').ok)('word-count with the method pocount', () => {
  test('counts the sources of real catalogs as pocount does, within 1 %', needs('pocount'), async () => {
    const files = catalogsIn(folder);
    const expected = sourceWords(files);
    const counts = await Promise.all(files.map(async (file) => [file, await countSource(file)] as const));
    const far = counts.filter(([file, words]) => !isNear(words, expected.get(file) ?? 0));
    expect(counts.length).toBeGreaterThan(50);
    expect(far.map(([file, words]) => `${file}: ${words}, not ${expected.get(file)}`)).toEqual([]);
  });
});

/** True within 1 %, or one word of a short catalog. */
function isNear(words: number, expected: number): boolean {
  return Math.abs(words - expected) <= Math.max(1, expected / 100);
}

function catalogsIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.po'))
    .map((file) => join(root, file));
}

/** Reads the total of source words of each file from the table that pocount prints. */
function sourceWords(files: readonly string[]): ReadonlyMap<string, number> {
  const table = execFileSync('pocount', ['--csv', ...files], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [head = '', ...rows] = table.trim().split('\n');
  const column = head.split(', ').indexOf('Total Source Words');
  return new Map(rows.map((row) => row.split(/,\s+/)).map((cells) => [cells[0] ?? '', Number(cells[column])]));
}

async function countSource(file: string): Promise<number> {
  const { parts } = await readDocument(poFormat, readFileSync(file), { document: file });
  const config = { method: 'pocount', countTarget: false };
  const { report } = await runSteps([wordCount], [{ tool: 'word-count', config }], parts);
  const { totals } = report.reports['word-count'] as { readonly totals: { readonly source: number } };
  return totals.source;
}
