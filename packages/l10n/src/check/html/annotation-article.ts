import { pageText } from './page-text.js';
import type { AnnotatedBlock, BlockAnnotation } from '../../annotation/collect-annotations.js';
import { textSide } from './text-side.js';

/** Value of the filters that stands for annotations. */
export const ANNOTATION = 'annotation';

/** Renders a block with its annotations for the report page. */
export function annotationArticle({ file, line, key, name, block, texts = [], annotations }: AnnotatedBlock): string {
  const place = line === undefined ? file : `${file}:${line}`;
  const kinds = [...new Set(annotations.map(({ kind }) => kind))].join(', ');
  return `<article class="neutral" data-severity="${ANNOTATION}" data-rule="${ANNOTATION}" data-file="${pageText(file)}">
<header><span class="severity">${pageText(kinds)}</span><span class="place">${pageText(place)}</span><bdi>${pageText(key ?? name ?? block)}</bdi></header>
<div class="texts">${texts.map(textSide).join('')}</div>
${annotationTable(annotations)}
</article>`;
}

/** Renders annotations as rows: kind, range, text and value. */
export function annotationTable(annotations: readonly BlockAnnotation[]): string {
  return `<table>\n${annotations.map(row).join('\n')}\n</table>`;
}

function row({ kind, variant, range, text = '', values = [] }: BlockAnnotation): string {
  const what = variant === undefined ? kind : `${kind} ${variant}`;
  const place = range === undefined ? '' : `${range.path ?? ''} ${range.start}–${range.end}`.trim();
  const cells = [pageText(what), pageText(place), isolated(text), values.map(isolated).join('<br>')];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function isolated(text: string): string {
  return `<bdi>${pageText(text)}</bdi>`;
}
