import type { Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { CellEntry } from '../csv/cell-entry.js';
import type { CellRole } from '../csv/cell-role.js';
import type { CellStyle } from '../csv/cell-style.js';
import { encodeItem } from './encode-item.js';
import type { ItemForm } from './string-item.js';

/** Where a cell stands, and what is written around its text. */
export interface CellPlace {
  readonly offset: number;
  /** 0 for a cell that the row does not have yet. */
  readonly length: number;
  /** Start of its tag, without its type: `<c r="C2" s="1"`. */
  readonly open: string;
}

/** Spelling of cells in CSV, which those of a sheet do not have. */
const noStyle: CellStyle = Object.freeze({
  delimiter: ',',
  quotes: true,
  quoted: false,
  lineEnd: '',
  comment: '',
  alone: false,
  doubtful: '',
  guarded: false,
  icu: false,
});

/** Skeleton entry of one cell of a sheet that is a table of texts; a changed one holds its text itself. */
export class SheetCell extends CellEntry {
  readonly #open: string;
  readonly #item: ItemForm;

  constructor(blockId: string, place: CellPlace, role: CellRole, content: Runs, item: ItemForm) {
    super(blockId, place, role, content, noStyle);
    this.#open = place.open;
    this.#item = item;
  }

  /** Spells the whole cell; one without a text keeps its style alone. */
  spell(runs: Runs): string {
    if (dataText(runs) === '') return `${this.#open}/>`;
    const { prefix } = this.#item;
    const text = encodeItem(runs, this.#item, this.blockId);
    return `${this.#open} t="inlineStr"><${prefix}is>${text}</${prefix}is></${prefix}c>`;
  }
}
