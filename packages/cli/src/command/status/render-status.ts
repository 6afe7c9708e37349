import { unitStates } from '@helve/project/run';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';
import { total, type Status, type StatusCounts } from './sum-status.js';

/** The counts of `helve status` for a person: a row for each file, and the sums of languages with several. */
export function renderStatus({ files, languages }: Status, { style, width }: Terminal): string {
  const absent = languages.filter(({ missing }) => missing === true);
  if (files.length === 0 && absent.length === 0) return 'No texts to translate';
  const ofFiles = files.map((row) =>
    toCells(row, row.missing === true ? `${row.file} (not translated yet)` : row.file),
  );
  const isSum = files.length > languages.length - absent.length;
  const summed = isSum ? languages : absent;
  const ofLanguages = summed.map((row) => toCells(row, row.missing === true ? '(no file)' : 'all files'));
  const header = ['Language', 'Done', ...unitStates.map(capitalised), 'Words', 'Words left', 'File'];
  // The language and the file are words, everything between them is a number.
  const numbers = new Set(header.slice(1, -1).map((_, index) => index + 1));
  return toTable([...ofFiles, ...ofLanguages], { header, style, width, numbers });
}

function toCells({ locale, percent, units, words }: StatusCounts, file: string): readonly string[] {
  const counts = unitStates.map((state) => String(units[state]));
  const all = total(words);
  return [locale, `${percent.toFixed(1)} %`, ...counts, String(all), String(all - words.translated), file];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
