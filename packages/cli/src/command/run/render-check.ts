import { countOf } from '@helve/core';
import type { CheckReport, ReportedFinding } from '@helve/l10n';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';

/** A check report for a person: findings, worst first and only so many, and the verdict. */
export function renderCheck(report: CheckReport, { style, width }: Terminal, most = Infinity): string {
  const { summary, target, pass } = report;
  const header = ['SEVERITY', 'FILE', 'BLOCK', 'RULE', 'MESSAGE'];
  const rows = report.findings.slice(0, most).map(toRow);
  const more = report.findings.length - rows.length;
  const counts = (['critical', 'major', 'minor', 'neutral'] as const).map((name) => `${summary[name]} ${name}`);
  return [
    ...(rows.length === 0 ? [] : [toTable(rows, { header, style, width })]),
    ...(more === 0 ? [] : [`… and ${more} more, which --report FILE writes as well`]),
    ...(rows.length === 0 ? [] : ['']),
    `${pass ? 'passed' : style.red('failed')}: ${counts.join(', ')}, ${summary.suppressed} suppressed; score ${summary.score}`,
    `${countOf(target.files, 'file')}, ${countOf(target.blocks, 'block')}, ${target.locales.join(' ')}`,
  ].join('\n');
}

function toRow({ severity, location, rule, message, suggestion }: ReportedFinding): string[] {
  const { file, line, column, block, name, variant } = location;
  const spot = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  const subject = name ?? block;
  const text = suggestion === undefined ? message : `${message}. ${suggestion}`;
  return [severity, spot, variant === undefined ? subject : `${subject} ${variant}`, rule, text];
}
