import type { Block, Runs } from '@helve/flow';
import type { SkeletonEmbedded, SkeletonValue, WriteContext } from '@helve/flow/content';
import { contentText } from '../code/content-text.js';
import type { FormatDefinition } from '../define-format.js';
import { unwritable } from '../format-error.js';
import { sameRuns } from '../same-runs.js';
import { spliceDocument, type ValueCodec } from '../splice-document.js';
import { CellEntry } from './cell-entry.js';
import { spellCell, styleFrom } from './cell-style.js';
import type { TableOptions } from './options.js';

/** Writes a table around the changed cells. */
export const writeTable: FormatDefinition<TableOptions>['write'] = async ({ parts, sink, skeleton, ctx }) => {
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  return spliceDocument({ parts, sink, skeleton, ctx, codec: new CellCodec(skeleton.format) });
};

/** Encodes each cell whose content changed. */
class CellCodec implements ValueCodec {
  readonly #format: string;

  constructor(format: string) {
    this.#format = format;
  }

  isChanged(entry: SkeletonValue, block: Block, ctx: WriteContext): boolean {
    if (!(entry instanceof CellEntry)) return false;
    this.#assertColumns(entry, block);
    return !sameRuns(entry.content, entry.pick(block, ctx));
  }

  pick(entry: SkeletonValue, block: Block, ctx: WriteContext): Runs {
    return entry instanceof CellEntry ? entry.pick(block, ctx) : block.source;
  }

  encode(runs: Runs | undefined, entry: SkeletonValue, block: Block): string {
    if (!(entry instanceof CellEntry)) throw new TypeError('Cannot write: the entry is not of a table');
    return spellCell(contentText(runs ?? [], entry.style.icu), entry.style, block.id, this.#format);
  }

  encodeText(text: string, { form, layerId }: SkeletonEmbedded): string {
    return spellCell(text, styleFrom(form), layerId, this.#format);
  }

  /** Refuses a translation that the record has no cell for. */
  #assertColumns({ role: { locales } }: CellEntry, { id, targets }: Block): void {
    if (locales === undefined) return;
    for (const locale in targets) {
      if (!locales.includes(locale)) throw unwritable(id, this.#format, `the table has no column "${locale}" for it`);
    }
  }
}
