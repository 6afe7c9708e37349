import { createHash } from 'node:crypto';
import { countOf } from '@helve/core';
import { severities } from '@helve/flow';
import type { CheckReport, ReportedFinding } from '../check-report.js';
import { pageText } from './page-text.js';
import { pageScript } from './page-script.js';
import { pageStyle } from './page-style.js';
import type { AnnotationReport } from '../../annotation/collect-annotations.js';
import { ANNOTATION, annotationArticle } from './annotation-article.js';
import { findingArticle } from './finding-article.js';

/** Content of a report page: the report of checks, annotations, or both. */
export interface PageContent {
  readonly check?: CheckReport | undefined;
  readonly annotations?: AnnotationReport | undefined;
}

/** Converts reports to one page that loads nothing: its policy permits no request and no script but its own. */
export function toHtml({ check, annotations }: PageContent): string {
  const entries = [...listFindings(check, annotations), ...listAnnotated(annotations)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title(check, annotations)}</title>
<style>${pageStyle}</style>
</head>
<body>
${check === undefined ? `<h1>${title(check, annotations)}</h1>` : summary(check)}
${annotations === undefined ? '' : annotationSummary(annotations)}
${filters(entries)}
<main>
${entries.map(({ article }) => article).join('\n')}
</main>
<script>${pageScript}</script>
</body>
</html>`;
}

/** One article of the page, with the values that filters choose by. */
interface Entry {
  readonly article: string;
  readonly severity: string;
  readonly rule: string;
  readonly file: string;
}

function listFindings(check: CheckReport | undefined, annotations: AnnotationReport | undefined): readonly Entry[] {
  const annotated = new Map(annotations?.blocks.map((block) => [placeKey(block), block]));
  const toEntry = (finding: ReportedFinding, isSuppressed: boolean): Entry => {
    const { severity, rule, location } = finding;
    const article = findingArticle(finding, { isSuppressed, annotated: annotated.get(placeKey(location)) });
    return { article, severity, rule, file: location.file };
  };
  return [
    ...(check?.findings ?? []).map((finding) => toEntry(finding, false)),
    ...(check?.suppressed ?? []).map((finding) => toEntry(finding, true)),
  ];
}

function placeKey({ file, block }: { readonly file: string; readonly block: string }): string {
  return JSON.stringify([file, block]);
}

function listAnnotated(annotations: AnnotationReport | undefined): readonly Entry[] {
  return (annotations?.blocks ?? []).map((block) => ({
    article: annotationArticle(block),
    severity: ANNOTATION,
    rule: ANNOTATION,
    file: block.file,
  }));
}

function title(check: CheckReport | undefined, annotations: AnnotationReport | undefined): string {
  if (check === undefined) return countOf(annotations?.total ?? 0, 'annotation');
  return `${check.pass ? 'Passed' : 'Failed'}: ${countOf(check.findings.length, 'finding')}`;
}

function annotationSummary({ counts }: AnnotationReport): string {
  const kinds = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  return `<p class="facts">${pageText(['Annotations', ...kinds].join(' · '))}</p>`;
}

const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${hash(pageStyle)}; script-src ${hash(pageScript)}`;

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function summary({ pass, summary: counts, target, gate, failures }: CheckReport): string {
  const bySeverity = severities.toReversed().map((name) => `${counts[name]} ${name}`);
  const facts = [
    countOf(target.files, 'file'),
    countOf(target.blocks, 'block'),
    target.locales.join(' '),
    `score ${counts.score}`,
  ];
  const failed = gate.failed.map((line) => `<p class="fail">The gate says no: ${pageText(line)}</p>`);
  return [
    `<h1 class="${pass ? 'pass' : 'fail'}">${pass ? 'Passed' : 'Failed'}: ${bySeverity.join(', ')}</h1>`,
    `<p class="facts">${pageText(facts.join(' · '))} · ${counts.suppressed} suppressed</p>`,
    ...failed,
    ...failures.map(({ file, message }) => `<p class="fail">${pageText(`${file} was not checked: ${message}`)}</p>`),
  ].join('\n');
}

function filters(entries: readonly Entry[]): string {
  const chosen = (name: 'severity' | 'rule' | 'file', label: string) =>
    choice(
      name,
      label,
      countBy(entries, (entry) => entry[name]),
    );
  return `<form hidden>
${chosen('severity', 'Severity')}
${chosen('rule', 'Rule')}
${chosen('file', 'File')}
<label>Text <input name="words" type="search"></label>
<output></output>
</form>`;
}

type Counts = ReadonlyMap<string, number>;

function countBy(entries: readonly Entry[], keyOf: (entry: Entry) => string): Counts {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  return counts;
}

function choice(name: string, label: string, counts: Counts): string {
  const options = [...counts].map(([value, count]) => {
    const text = pageText(value);
    return `<option value="${text}">${text} (${count})</option>`;
  });
  return `<label>${label} <select name="${name}"><option value="">All</option>${options.join('')}</select></label>`;
}
