import { relative, sep } from 'node:path';
import { countOf } from '@helve/core';
import type { ConvertReport } from '@helve/project/run';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';

/** The new files of a conversion for a person: a row for each. */
export function renderConvert({ outputs }: ConvertReport, { style, width, io }: Terminal): string {
  const rows = outputs.map(({ path, format, locale = '', units, bytes }) => [
    path === undefined ? '(stdout)' : relative(io.cwd, path).replaceAll(sep, '/'),
    format,
    locale,
    String(units),
    String(bytes),
  ]);
  const header = ['File', 'Format', 'Language', 'Units', 'Bytes'];
  return toTable(rows, { header, style, width, numbers: new Set([3, 4]) });
}

/** Words for what can be lost, by kind and by name. */
const words: Readonly<Record<string, string>> = {
  note: 'notes',
  context: 'contexts',
  maxLength: 'maximum lengths',
  state: 'statuses of translations',
  plural: 'plural forms',
  exactForm: 'plural forms for exact numbers, ordinals or a second number',
  select: 'forms by a word',
  codeType: 'types of codes',
  segment: 'segments',
  alternative: 'proposed translations',
  locale: 'other languages',
  code: 'codes that do not say what they stand for',
  placeholder: 'placeholders without a counterpart',
  translation: 'units without a translation',
  empty: 'empty source texts',
};

/** Lines about everything that a conversion loses, by what is lost. */
export function lossLines({ losses }: Pick<ConvertReport, 'losses'>): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kind, detail } of losses) {
    const what = detail['what'] ?? detail['reason'];
    const label = typeof what === 'string' ? (words[what] ?? `${kind} (${what})`) : kind;
    counts.set(label, (counts.get(label) ?? 0) + (typeof detail['count'] === 'number' ? detail['count'] : 1));
  }
  return [...counts].map(([label, count]) => `Lost: ${label} in ${countOf(count, 'unit')}`);
}
