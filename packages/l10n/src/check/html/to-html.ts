import { createHash } from 'node:crypto';
import { countOf, escapeHtml } from '@helve/core';
import { severities } from '@helve/flow';
import type { CheckReport, ReportedFinding } from '../check-report.js';
import { pageScript } from './page-script.js';
import { pageStyle } from './page-style.js';
import { findingArticle } from './finding-article.js';

/** Converts a report to one page that loads nothing: its policy permits no request and no script but its own. */
export function toHtml(report: CheckReport): string {
  const { findings, suppressed } = report;
  const all = [
    ...findings.map((finding) => findingArticle(finding, false)),
    ...suppressed.map((finding) => findingArticle(finding, true)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${report.pass ? 'Passed' : 'Failed'}: ${countOf(findings.length, 'finding')}</title>
<style>${pageStyle}</style>
</head>
<body>
${summary(report)}
${filters([...findings, ...suppressed])}
<main>
${all.join('\n')}
</main>
<script>${pageScript}</script>
</body>
</html>`;
}

const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${hash(pageStyle)}; script-src ${hash(pageScript)}`;

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function summary({ pass, summary: counts, target, gate }: CheckReport): string {
  const bySeverity = severities.toReversed().map((name) => `${counts[name]} ${name}`);
  const facts = [
    countOf(target.files, 'file'),
    countOf(target.blocks, 'block'),
    target.locales.join(' '),
    `score ${counts.score}`,
  ];
  const failed = gate.failed.map((line) => `<p class="fail">The gate says no: ${escapeHtml(line)}</p>`);
  return [
    `<h1 class="${pass ? 'pass' : 'fail'}">${pass ? 'Passed' : 'Failed'}: ${bySeverity.join(', ')}</h1>`,
    `<p class="facts">${escapeHtml(facts.join(' · '))} · ${counts.suppressed} suppressed</p>`,
    ...failed,
  ].join('\n');
}

function filters(findings: readonly ReportedFinding[]): string {
  return `<form hidden>
${choice(
  'severity',
  'Severity',
  countBy(findings, ({ severity }) => severity),
)}
${choice(
  'rule',
  'Rule',
  countBy(findings, ({ rule }) => rule),
)}
${choice(
  'file',
  'File',
  countBy(findings, ({ location }) => location.file),
)}
<label>Text <input name="words" type="search"></label>
<output></output>
</form>`;
}

type Counts = ReadonlyMap<string, number>;

function countBy(findings: readonly ReportedFinding[], keyOf: (finding: ReportedFinding) => string): Counts {
  const counts = new Map<string, number>();
  for (const finding of findings) counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
  return counts;
}

function choice(name: string, label: string, counts: Counts): string {
  const options = [...counts].map(([value, count]) => {
    const text = escapeHtml(value);
    return `<option value="${text}">${text} (${count})</option>`;
  });
  return `<label>${label} <select name="${name}"><option value="">All</option>${options.join('')}</select></label>`;
}
