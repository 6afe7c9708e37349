import { countOf } from '@helve/core';
import type { ExtractReport } from '@helve/project/run';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';

/** Shows an extraction to a person: the batch, its files, and what they cannot hold. */
export function renderExtract(report: ExtractReport, { style, width }: Terminal): string {
  const rows = report.outputs.map(({ locale, units, path }) => [locale, String(units), path]);
  const table = toTable(rows, { header: ['Language', 'Units', 'File'], style, width, numbers: new Set([1]) });
  const losses = lossRows(report);
  const lost =
    losses.length === 0
      ? []
      : [toTable(losses, { header: ['Lost', 'Units', 'File'], style, width, numbers: new Set([1]) })];
  return [headline(report), ...(rows.length === 0 ? [] : [table]), ...lost].join('\n\n');
}

function headline({ status, batch, files, units, repeated }: ExtractReport): string {
  const what = `${countOf(units, 'unit')} of ${countOf(files, 'file')}`;
  const again = repeated === 0 ? '' : `, of which ${repeated} repeat others`;
  switch (status) {
    case 'written':
      return `Batch ${batch}: ${what}${again}`;
    case 'unchanged':
      return `Batch ${batch}: nothing has changed since it was extracted, so nothing was written`;
    case 'empty':
      return 'Nothing to extract';
    case 'explained':
      return `Batch ${batch} would have ${what}${again}`;
  }
}

function lossRows({ losses }: ExtractReport): readonly (readonly string[])[] {
  return losses.map(({ document, detail }) => [detail.what, String(detail.count), document]);
}
