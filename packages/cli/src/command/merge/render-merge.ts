import { countOf } from '@helve/core';
import { mergeResults, type MergeReason, type MergeWarning } from '@helve/l10n/run';
import type { MergedUnit, MergeReport } from '@helve/project/run';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';

/** Reasons in the words of a person. */
export const reasonTexts: Readonly<Record<MergeReason, string>> = {
  locked: 'it is not to be translated',
  empty: 'it has no translation',
  partial: 'it is translated in part',
  'not-returned': 'it did not come back',
  'source-differs': 'its source is not the one that went out',
  'source-changed': 'its source has changed since',
  'source-gone': 'its source is gone',
  state: 'its state is too low',
  codes: 'its codes differ from the source',
  forms: 'plural forms or cases are missing',
  message: 'its message cannot be parsed',
  'target-changed': 'its translation was changed here too',
  'returns-differ': 'it came back several times, with different translations',
  'newer-return': 'a newer translation came back',
  'not-written': 'its file could not be written',
  origin: 'no batch has it',
};

/** Warnings in the words of a person. */
export const warningTexts: Readonly<Record<MergeWarning, string>> = {
  'source-changed': 'its source has changed since',
  'codes-repaired': 'lost codes were put back',
  characters: 'it has control characters',
  'too-long': 'it is too long',
  'target-replaced': 'a translation that was changed here was replaced',
};

const MAX_UNITS = 50;

/** Shows a merge to a person: counts by file, files that were written, and units that need attention. */
export function renderMerge(report: MergeReport, { style, width }: Terminal): string {
  const shown = mergeResults.filter((result) => report.counts[result] > 0);
  const rows = report.files.map(({ path, locale, counts }) => [
    locale,
    ...shown.map((result) => String(counts[result])),
    path,
  ]);
  const numbers = new Set(shown.map((_, index) => index + 1));
  const table = toTable(rows, { header: ['Language', ...shown.map(titled), 'File'], style, width, numbers });
  const units = report.units.slice(0, MAX_UNITS).map(toRow);
  const listed = toTable(units, { header: ['Result', 'Unit', 'Why', 'Place'], style, width });
  const more = report.units.length - units.length;
  return [
    headline(report),
    ...(rows.length === 0 ? [] : [table]),
    ...(units.length === 0 ? [] : [listed]),
    ...(more > 0 ? [`… and ${countOf(more, 'unit')} more; --json lists all`] : []),
    ...report.unread.map(({ file, problem }) =>
      problem.startsWith('Cannot ') ? problem : `Cannot read ${file}: ${problem}`,
    ),
    ...report.outputs.flatMap(({ path, error }) => (error === undefined ? [] : [`Cannot write ${path}: ${error}`])),
  ].join('\n\n');
}

function headline({ status, counts, outputs }: MergeReport): string {
  const { applied, unchanged } = counts;
  switch (status) {
    case 'merged':
      return `Merged ${countOf(applied, 'unit')} into ${countOf(outputs.length, 'file')}`;
    case 'checked':
      return `Would merge ${countOf(applied, 'unit')} into ${countOf(outputs.length, 'file')}`;
    case 'unchanged':
      return `Nothing to merge: ${countOf(unchanged, 'unit')} unchanged`;
    case 'failed':
      return 'Some files could not be written';
  }
}

function toRow({ result, name, reason, detail, warnings = [], by, path, line, file, fileLine }: MergedUnit) {
  const why = [
    ...(reason === undefined ? [] : [reasonTexts[reason] + (detail === undefined ? '' : `: ${detail}`)]),
    ...warnings.map((warning) => warningTexts[warning]),
    ...(by === undefined ? [] : [`found by its ${by}`]),
  ];
  const place = file === undefined ? placeText(path, line) : placeText(file, fileLine);
  return [result, name, why.join('; '), place];
}

function placeText(file: string | undefined, line: number | undefined): string {
  return line === undefined ? (file ?? '') : `${file ?? ''}:${line}`;
}

function titled(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
