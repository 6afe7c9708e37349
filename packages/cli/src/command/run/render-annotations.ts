import type { AnnotatedBlock, AnnotationReport, BlockAnnotation } from '@helve/l10n';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';
import { cutText, oneLine } from '../../text/text-width.js';

/** Columns of the marked text, which must leave room for what is said of it. */
const TEXT_COLUMNS = 40;

/** Writes annotations for a person: under each block a row for each, with its kind, range, text and value. */
export function renderAnnotations({ total, counts, blocks }: AnnotationReport, { style, width }: Terminal): string {
  const kinds = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  const rows = blocks.map((block) => block.annotations.flatMap(annotationRows));
  // One table of all rows, so that columns are aligned from block to block.
  const lines = toTable(rows.flat(), { style, width, indent: 4 }).split('\n');
  let at = 0;
  return [
    `${style.bold('annotations')}  ${style.dim(total === 0 ? 'none' : kinds.join(', '))}`,
    ...blocks.flatMap((block, index) => {
      const end = at + (rows[index]?.length ?? 0);
      const own = lines.slice(at, end);
      at = end;
      return [`  ${blockLine(block)}`, ...own];
    }),
    ...moreLine(total - blocks.reduce((sum, { annotations }) => sum + annotations.length, 0), counts, blocks),
  ].join('\n');
}

function blockLine({ file, line, column = 1, key, name, block }: AnnotatedBlock): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return `${oneLine(place)}  ${oneLine(key ?? name ?? block)}`;
}

/** A row for each thing that an annotation says; only the first repeats what it is about. */
function annotationRows({ kind, variant, range, text = '', values = [] }: BlockAnnotation): string[][] {
  const what = variant === undefined ? kind : `${kind} ${variant}`;
  const [first = '', ...more] = values;
  const marked = cutText(oneLine(text), TEXT_COLUMNS);
  return [[what, rangeText(range), marked, first], ...more.map((value) => ['', '', '', value])];
}

/** Code points of the range; in a plural or select, after the name of the form. */
function rangeText(range: BlockAnnotation['range']): string {
  if (range === undefined) return '';
  const { path = '', start, end } = range;
  return `${path.replaceAll(/\/\d+:/g, ' ')} ${start}–${end}`.trim();
}

/** Says how many of each kind are not listed. */
function moreLine(
  more: number,
  counts: AnnotationReport['counts'],
  blocks: readonly AnnotatedBlock[],
): readonly string[] {
  if (more === 0) return [];
  const listed = blocks.flatMap(({ annotations }) => annotations);
  const kinds = Object.entries(counts).flatMap(([kind, count]) => {
    const left = count - listed.filter((each) => each.kind === kind).length;
    return left === 0 ? [] : [`${left} ${kind}`];
  });
  return [`  … and ${more} more (${kinds.join(', ')}); --annotations all lists them`];
}
