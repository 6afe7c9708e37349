import { pageText } from './page-text.js';
import type { ReportedFinding } from '../check-report.js';
import { findingLabel } from '../finding-label.js';
import type { AnnotatedBlock } from '../../annotation/collect-annotations.js';
import { annotationTable } from './annotation-article.js';
import { textSide } from './text-side.js';

/** Facts about a finding besides itself. */
export interface FindingFacts {
  readonly isSuppressed: boolean;
  /** Its block, where that has annotations. */
  readonly annotated: AnnotatedBlock | undefined;
}

/** Renders one finding for the report page. */
export function findingArticle(finding: ReportedFinding, { isSuppressed, annotated }: FindingFacts): string {
  const { rule, severity, location } = finding;
  const { file, line, texts } = location;
  const { subject, message } = findingLabel(finding);
  const place = line === undefined ? file : `${file}:${line}`;
  const sides = texts === undefined ? [] : [texts.source, ...(texts.target === undefined ? [] : [texts.target])];
  return `<article class="${severity}" data-severity="${severity}" data-rule="${pageText(rule)}" data-file="${pageText(file)}">
<header><span class="severity">${severity}${isSuppressed ? ', suppressed' : ''}</span><span class="rule">${pageText(rule)}</span><span class="place">${pageText(place)}</span><bdi>${pageText(subject)}</bdi></header>
<h2><bdi>${pageText(message)}</bdi></h2>
<div class="texts">${sides.map(textSide).join('')}</div>
${annotated === undefined ? '' : annotationTable(annotated.annotations)}
</article>`;
}
