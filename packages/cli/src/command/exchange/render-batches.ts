import type { ExchangeReport } from '@helve/project/run';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';

/** Shows batches by language, with the numbers of units that are out, back, late and stale. */
export function renderBatches({ batches }: ExchangeReport, { style, width }: Terminal): string {
  if (batches.length === 0) return 'No batches';
  const rows = batches.map(({ batch, createdAt, format, locale, units, counts: { out, back, late, stale } }) => [
    batch,
    createdAt.slice(0, 10),
    format,
    locale,
    ...[units, out, back, late, stale].map(String),
  ]);
  const header = ['Batch', 'Date', 'Format', 'Language', 'Units', 'Out', 'Back', 'Late', 'Stale'];
  return toTable(rows, { header, style, width, numbers: new Set([4, 5, 6, 7, 8]) });
}

/** Shows units with their places and states. */
export function renderUnits({ units = [] }: ExchangeReport, { style, width }: Terminal): string {
  const rows = units.map(({ file, line, unit, block, locale, state, reason }) => [
    line === undefined ? file : `${file}:${line}`,
    unit,
    block,
    locale,
    reason === undefined ? state : `${state}: ${reason}`,
  ]);
  return toTable(rows, { header: ['File', 'Unit', 'Block', 'Language', 'State'], style, width });
}
