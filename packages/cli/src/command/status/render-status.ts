import { unitStates } from '@helve/project/run';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';
import { total, type Status, type StatusCounts } from './sum-status.js';

/** The counts of `helve status` for a person: a row for each file, and the sums of languages with several. */
export function renderStatus({ files, languages }: Status, { style, width }: Terminal): string {
  if (files.length === 0) return 'No texts to translate';
  const ofFiles = files.map((row) => toCells(row, row.file));
  const ofLanguages = languages.map((row) => toCells(row, 'all files'));
  const rows = files.length > languages.length ? [...ofFiles, ...ofLanguages] : ofFiles;
  const header = ['Language', 'Done', ...unitStates.map(capitalised), 'Words', 'Words left', 'File'];
  const cells = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const aligned = cells.map((row) =>
    row.map((cell, column) => (isNumber(column, header.length) ? cell.padStart(widths[column] ?? 0) : cell)),
  );
  return toTable(aligned.slice(1), { header: aligned[0] ?? [], style, width });
}

/** Numbers end below each other; the language and the file are words. */
function isNumber(column: number, columns: number): boolean {
  return column > 0 && column < columns - 1;
}

function toCells({ locale, percent, units, words }: StatusCounts, file: string): readonly string[] {
  const counts = unitStates.map((state) => String(units[state]));
  const all = total(words);
  return [locale, `${percent.toFixed(1)} %`, ...counts, String(all), String(all - words.translated), file];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
