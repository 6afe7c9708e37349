import { isPlainObject, type Json } from '@helve/core';
import { guardCell, unguardCell } from '../../exchange/table/guard-cell.js';
import { unwritable } from '../format-error.js';
import { decodeCell, encodeCell, isQuoted, type CellSyntax } from './cell.js';

/** Spelling of one cell, as its file has it. */
export interface CellStyle extends CellSyntax {
  readonly quoted: boolean;
  /** Line end inside of the cell, where it has one kind that is not a line feed. */
  readonly lineEnd: string;
  /** Begin of a line that would make a comment of the cell; empty where none would. */
  readonly comment: string;
  /** True for the only cell of its record, which a blank line would hide. */
  readonly alone: boolean;
  /** Characters that may not stand in a cell without quotes. */
  readonly doubtful: string;
  /** True where a text that looks like a formula has an apostrophe before it. */
  readonly guarded: boolean;
  /** True for a message. */
  readonly icu: boolean;
}

/** Rules for a cell that come from its place in the table. */
export type CellPlace = Pick<CellStyle, 'comment' | 'alone' | 'doubtful' | 'guarded'>;

/** Text of a cell, and its spelling. */
export interface ReadCell {
  readonly text: string;
  readonly style: CellStyle;
}

/** Place of cells that nothing is special about. */
const plainPlace: CellPlace = Object.freeze({ comment: '', alone: false, doubtful: '', guarded: false });

/** Creates a reader of sound cells: line ends of Windows are line feeds in their texts, if all of a cell are such. */
export function cellReader(syntax: CellSyntax, place: CellPlace = plainPlace): (cell: string) => ReadCell {
  const plain: CellStyle = Object.freeze({ ...syntax, ...place, quoted: false, lineEnd: '', icu: false });
  const quoted: CellStyle = Object.freeze({ ...plain, quoted: true });
  return (cell) => {
    const bare = place.guarded ? unguardCell : asIs;
    if (!isQuoted(cell, syntax)) return { text: bare(cell), style: plain };
    const raw = decodeCell(cell, syntax);
    const isWindows = raw.includes('\r\n') && !/[\r\n]/u.test(raw.replaceAll('\r\n', ''));
    if (!isWindows) return { text: bare(raw), style: quoted };
    return { text: bare(raw.replaceAll('\r\n', '\n')), style: { ...quoted, lineEnd: '\r\n' } };
  };
}

function asIs(text: string): string {
  return text;
}

/** Spells a text in the manner of a cell; throws for one that it cannot hold. */
export function spellCell(text: string, style: CellStyle, block: string, format: string): string {
  const { lineEnd, comment, alone, doubtful, quotes } = style;
  const isHidden = (alone && text === '') || (comment !== '' && text.startsWith(comment));
  const safe = style.guarded ? guardCell(text) : text;
  const own = lineEnd === '' ? safe : safe.replaceAll(/\r?\n/gu, lineEnd);
  const isDoubtful = quotes && [...doubtful].some((char) => own.includes(char));
  const cell = encodeCell(own, style, style.quoted || isHidden || isDoubtful);
  if (cell === undefined || (isHidden && !quotes))
    throw unwritable(block, format, 'the text needs quotation marks, and the table has none');
  return cell;
}

/** Reads the style that the reader put into the skeleton. */
export function styleFrom(form: Json | undefined): CellStyle {
  const { delimiter, quotes, quoted, lineEnd, comment, alone, doubtful, guarded } = isPlainObject(form) ? form : {};
  return {
    delimiter: typeof delimiter === 'string' ? delimiter : ',',
    quotes: quotes !== false,
    quoted: quoted === true,
    lineEnd: typeof lineEnd === 'string' ? lineEnd : '',
    comment: typeof comment === 'string' ? comment : '',
    alone: alone === true,
    doubtful: typeof doubtful === 'string' ? doubtful : '',
    guarded: guarded === true,
    icu: false,
  };
}
