import { escapeHtml } from '@helve/core';
import type { ReportedFinding } from '../check-report.js';
import type { FindingText } from '../collect-findings.js';
import { findingLabel } from '../finding-label.js';
import type { TextPiece } from '../text-piece.js';
import { directionOf } from './direction.js';

/** Renders one finding for the report page. */
export function findingArticle(finding: ReportedFinding, isSuppressed: boolean): string {
  const { rule, severity, location } = finding;
  const { file, line, texts } = location;
  const { subject, message } = findingLabel(finding);
  const place = line === undefined ? file : `${file}:${line}`;
  const sides = texts === undefined ? [] : [texts.source, ...(texts.target === undefined ? [] : [texts.target])];
  return `<article class="${severity}" data-severity="${severity}" data-rule="${escapeHtml(rule)}" data-file="${escapeHtml(file)}">
<header><span class="severity">${severity}${isSuppressed ? ', suppressed' : ''}</span><span class="rule">${escapeHtml(rule)}</span><span class="place">${escapeHtml(place)}</span><bdi>${escapeHtml(subject)}</bdi></header>
<h2><bdi>${escapeHtml(message)}</bdi></h2>
<div class="texts">${sides.map(side).join('')}</div>
</article>`;
}

function side({ locale, pieces }: FindingText): string {
  const name = escapeHtml(locale);
  const content = pieces.length === 0 ? '<span class="empty">empty</span>' : pieces.map(piece).join('');
  return `<p lang="${name}" dir="${directionOf(locale)}"><small>${name}</small>${content}</p>`;
}

function piece({ kind, text, fault }: TextPiece): string {
  const escaped = escapeHtml(text);
  const shown = kind === 'text' ? escaped : `<span class="${kind}" dir="ltr">${escaped}</span>`;
  return fault === true ? `<mark>${shown}</mark>` : shown;
}
