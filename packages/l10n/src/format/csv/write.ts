import type { Block, Runs } from '@helve/flow';
import type { Skeleton, SkeletonEmbedded, SkeletonValue, WriteContext } from '@helve/flow/content';
import { guardCell } from '../../exchange/table/guard-cell.js';
import { contentText } from '../code/content-text.js';
import type { FormatDefinition } from '../define-format.js';
import { unwritable } from '../format-error.js';
import { sameRuns } from '../same-runs.js';
import { spliceDocument, type ValueCodec } from '../splice-document.js';
import { CellEntry } from './cell-entry.js';
import { encodeCell } from './cell.js';
import { spellCell, styleFrom } from './cell-style.js';
import { NewColumns } from './new-columns.js';
import type { TableOptions } from './options.js';

/** Writes a table around the changed cells. */
export const writeTable: FormatDefinition<TableOptions>['write'] = async ({ parts, sink, skeleton, options, ctx }) => {
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  const columns = new NewColumns(sink, { options, sourceLocale: ctx.sourceLocale });
  const codec = new CellCodec(skeleton, columns);
  const report = await spliceDocument({ parts, sink: columns, skeleton, ctx, codec });
  await columns.end();
  return { ...report, changed: report.changed + columns.added, bytes: columns.written };
};

/** Encodes each cell whose content changed. */
class CellCodec implements ValueCodec {
  readonly #skeleton: Skeleton;
  readonly #columns: NewColumns;

  constructor(skeleton: Skeleton, columns: NewColumns) {
    this.#skeleton = skeleton;
    this.#columns = columns;
  }

  isChanged(entry: SkeletonValue, block: Block, ctx: WriteContext): boolean {
    if (!(entry instanceof CellEntry)) return false;
    this.#addColumns(entry, block);
    return !sameRuns(entry.content, entry.pick(block, ctx));
  }

  pick(entry: SkeletonValue, block: Block, ctx: WriteContext): Runs {
    return entry instanceof CellEntry ? entry.pick(block, ctx) : block.source;
  }

  encode(runs: Runs | undefined, entry: SkeletonValue, block: Block): string {
    if (!(entry instanceof CellEntry)) throw new TypeError('Cannot write: the entry is not of a table');
    return spellCell(contentText(runs ?? [], entry.style.icu), entry.style, block.id, this.#skeleton.format);
  }

  encodeText(text: string, { form, layerId }: SkeletonEmbedded): string {
    return spellCell(text, styleFrom(form), layerId, this.#skeleton.format);
  }

  /** Adds columns for translations that the record has no cells for; refuses them where a table cannot have more columns. */
  #addColumns({ record, style, role: { locales } }: CellEntry, { id, targets }: Block): void {
    if (locales === undefined) return;
    for (const locale in targets) {
      const { runs = [] } = targets[locale] ?? {};
      if (locales.includes(locale) || runs.length === 0) continue;
      const content = contentText(runs, style.icu);
      const text = style.guarded ? guardCell(content) : content;
      const { format, textForm } = this.#skeleton;
      const grows = record !== undefined && textForm?.encoding === 'utf-8' && encodeCell(text, style) !== undefined;
      if (!grows || !this.#columns.add(record, locale, text))
        throw unwritable(id, format, `the table has no column "${locale}" for it`);
    }
  }
}
