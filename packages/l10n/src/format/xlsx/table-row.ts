import type { Runs } from '@helve/flow';
import type { CodeFinder } from '../code/code-finder.js';
import { contentText } from '../code/content-text.js';
import type { XmlPiece } from '../xml/split-children.js';
import { attributeValue, childElements, elementText, findChild, type XmlElement } from '../xml/xml-node.js';
import { columnLetters, parseAddress } from './cell-address.js';
import { decodeCellText } from './cell-text.js';
import type { SharedStrings } from './shared-strings.js';
import type { CellPlace } from './sheet-cell.js';
import { readItem, type ItemForm } from './string-item.js';

/** A cell of a table with its text. */
export interface TableCell {
  readonly text: string;
  readonly runs: Runs;
  readonly item: ItemForm;
  readonly element: XmlElement;
}

/** The cells of one row, by their columns from 0. */
export class TableRow {
  readonly number: number;
  readonly #row: XmlElement;
  readonly #piece: XmlPiece;
  readonly #cells = new Map<number, XmlElement>();
  readonly #strings: SharedStrings;
  readonly #find: CodeFinder;

  constructor(
    row: XmlElement,
    piece: XmlPiece,
    number: number,
    { strings, find }: { readonly strings: SharedStrings; readonly find: CodeFinder },
  ) {
    this.number = number;
    this.#row = row;
    this.#piece = piece;
    this.#strings = strings;
    this.#find = find;
    let column = 0;
    for (const cell of childElements(row)) {
      if (cell.local !== 'c') continue;
      column = parseAddress(attributeValue(cell, 'r') ?? '')?.column ?? column + 1;
      this.#cells.set(column - 1, cell);
    }
  }

  /** Texts of the cells from the left; empty where there is none. */
  get texts(): readonly string[] {
    const last = Math.max(-1, ...this.#cells.keys());
    return Array.from({ length: Math.min(last + 1, maxColumns) }, (_, index) => this.text(index));
  }

  /** Text of a cell, whatever its type is. */
  text(index: number | undefined): string {
    return this.cell(index)?.text ?? '';
  }

  cell(index: number | undefined): TableCell | undefined {
    const element = index === undefined ? undefined : this.#cells.get(index);
    if (element === undefined) return undefined;
    const prefix = element.name.slice(0, element.name.length - element.local.length);
    const plain: ItemForm = { prefix, preserve: false, icu: false, phonetic: false, runs: [] };
    const type = attributeValue(element, 't') ?? 'n';
    const own = findChild(element, 'is');
    if (type === 'inlineStr' && own !== undefined) {
      const { runs, form } = readItem(own, this.#piece.text, this.#find);
      return { text: textOf(runs), runs, item: form, element };
    }
    const value = findChild(element, 'v');
    const raw = value === undefined || type === 'e' ? '' : elementText(value);
    const shared = type === 's' ? this.#strings.items[Number(raw)] : undefined;
    if (shared !== undefined)
      return { text: textOf(shared.runs), runs: shared.runs, item: { ...shared.form, prefix }, element };
    const text = type === 'str' ? decodeCellText(raw) : type === 's' ? '' : raw.trim();
    const { runs, icu } = this.#find(text);
    return { text, runs, item: { ...plain, icu }, element };
  }

  /** Where a cell stands or would stand; a new one looks like the cell of another column. */
  place(index: number, model: number | undefined): CellPlace {
    const { byteAt } = this.#piece;
    const element = this.#cells.get(index);
    const at = (position: number): number => byteAt.call(this.#piece, position);
    if (element !== undefined) {
      const offset = at(element.start);
      return { offset, length: at(element.end) - offset, open: this.#openOf(element) };
    }
    const next = [...this.#cells].find(([column]) => column > index)?.[1];
    const prefix = this.#row.name.slice(0, this.#row.name.length - this.#row.local.length);
    const like = model === undefined ? undefined : this.#cells.get(model);
    const style = like === undefined ? undefined : attributeValue(like, 's');
    const address = `${columnLetters(index + 1)}${this.number}`;
    return {
      offset: at(next?.start ?? this.#row.closeStart),
      length: 0,
      open: `<${prefix}c r="${address}"${style === undefined ? '' : ` s="${style}"`}`,
    };
  }

  /** The tag of a cell as it is, without its type. */
  #openOf({ start, openEnd, attributes }: XmlElement): string {
    const tag = this.#piece.text.slice(start, openEnd).replace(/\s*\/?>$/u, '');
    const type = attributes.find(({ name }) => name === 't');
    if (type === undefined) return tag;
    const [from, to] = [type.nameStart - start, type.valueEnd + 1 - start];
    return tag.slice(0, from).trimEnd() + tag.slice(to);
  }
}

/** Columns behind this one are not read for their names. */
const maxColumns = 200;

function textOf(runs: Runs): string {
  return contentText(runs, false);
}
