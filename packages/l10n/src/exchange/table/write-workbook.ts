import type { Block, LocaleId, Part } from '@helve/flow';
import { targetStatuses } from '@helve/flow';
import { createStructureCheck, type ByteSink, type WriteContext, type WriteReport } from '@helve/flow/content';
import { NOTE_PROPERTY } from '../../format/generate/exchange-mark.js';
import { columnLetters } from '../../format/xlsx/cell-address.js';
import { maxCellLength } from '../../format/xlsx/cell-text.js';
import { unwritable } from '../../format/format-error.js';
import { tableColumns, tableHeader, toExchangeRow, type TableColumn } from './exchange-row.js';
import { cellStyles, sheetXml, textCell, writeWorkbookParts } from '../../format/xlsx/workbook-parts.js';

/** Widths of columns, in characters. */
const columnWidths: Readonly<Record<TableColumn, number>> = Object.freeze({
  id: 22,
  name: 24,
  source: 50,
  target: 50,
  state: 12,
  codes: 20,
  context: 24,
  note: 32,
  maxlength: 10,
  reference: 24,
  hash: 18,
});

const open: ReadonlySet<TableColumn> = new Set(['target', 'state']);

/** Units of one source file. */
interface SheetUnits {
  readonly name: string;
  readonly blocks: Block[];
}

/** Writes units as a workbook: a sheet for each source file, and one that explains the columns. */
export async function writeWorkbook(
  parts: AsyncIterable<Part>,
  sink: ByteSink,
  ctx: WriteContext,
): Promise<WriteReport> {
  const { sheets, note } = await collectSheets(parts, ctx);
  const names = new SheetNames();
  const spelled = sheets.map(({ name, blocks }) => ({ name: names.of(name), xml: unitSheet(blocks, ctx) }));
  const legend = { name: names.of('Legend'), xml: legendSheet(note) };
  const bytes = await writeWorkbookParts([...spelled, legend]);
  await sink.write(bytes);
  const blocks = sheets.reduce((sum, sheet) => sum + sheet.blocks.length, 0);
  return { bytes: bytes.length, blocks, changed: blocks };
}

async function collectSheets(parts: AsyncIterable<Part>, { signal, document }: WriteContext) {
  const structure = createStructureCheck('write a workbook');
  const sheets: SheetUnits[] = [];
  let note: string | undefined;
  for await (const part of parts) {
    signal.throwIfAborted();
    structure.take(part);
    if (part.kind === 'group-start' && part.group.type === 'file') {
      sheets.push({ name: part.group.name, blocks: [] });
      note ??= part.group.properties[NOTE_PROPERTY];
    }
    if (part.kind !== 'block') continue;
    if (sheets.length === 0) sheets.push({ name: document, blocks: [] });
    sheets.at(-1)?.blocks.push(part.block);
  }
  structure.end();
  return { sheets, note };
}

function unitSheet(blocks: readonly Block[], { sourceLocale, targetLocale = 'und' }: WriteContext): string {
  const header = tableHeader(sourceLocale, targetLocale).map((name, at) => textCell(at, 1, name, cellStyles.header));
  const rows = blocks.map((block, at) => unitRow(block, at + 2, targetLocale));
  const widths = tableColumns.map((column) => columnWidths[column]);
  const last = Math.max(2, blocks.length + 1);
  return sheetXml([header.join(''), ...rows], widths, sheetEnd(last));
}

function unitRow(block: Block, number: number, targetLocale: LocaleId): string {
  const row = toExchangeRow(block, targetLocale);
  const cells = tableColumns.map((column, at) => {
    if (row[column].length > maxCellLength)
      throw unwritable(block.id, 'xlsx', `a cell holds at most ${maxCellLength} characters`);
    const isOpen = block.translatable && open.has(column);
    return textCell(at, number, row[column], isOpen ? cellStyles.open : cellStyles.locked);
  });
  return cells.join('');
}

/** Protects all cells but those to fill in, without a password, and offers the words for states. */
function sheetEnd(last: number): string {
  const at = columnLetters(tableColumns.indexOf('state') + 1);
  const validation = `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${at}2:${at}${last}"><formula1>"${targetStatuses.join(',')}"</formula1></dataValidation>`;
  return `<sheetProtection sheet="1" objects="1" scenarios="1" formatCells="0" formatColumns="0" formatRows="0" sort="0" autoFilter="0"/><dataValidations count="1">${validation}</dataValidations>`;
}

/** Explanations of the columns for those who fill in the table. */
const legend: readonly (readonly [string, string])[] = [
  ['id', 'Reference of the unit. Do not change it.'],
  ['source', 'Text to translate.'],
  ['target', 'Write the translation here.'],
  ['state', `How far the translation is: ${targetStatuses.join(', ')}.`],
  ['codes', 'What {1} and <1>…</1> stand for. Keep each code of the source once; they may change places.'],
  ['plural forms', 'A text such as {n, plural, one {…} other {…}} has a form for each category of the language.'],
  ['hash', 'By it a changed source is noticed. Do not change it.'],
];

function legendSheet(note: string | undefined): string {
  const rows = [['Column', 'Meaning'] as const, ...legend, ...(note === undefined ? [] : [['note', note] as const])];
  const cells = rows.map(([name, text], at) => {
    const style = at === 0 ? cellStyles.header : cellStyles.locked;
    return textCell(0, at + 1, name, style) + textCell(1, at + 1, text, style);
  });
  return sheetXml(cells, [20, 80], '<sheetProtection sheet="1" objects="1" scenarios="1"/>');
}

/** Names of sheets: without the signs that they may not have, at most 31 characters, each once in any case. */
class SheetNames {
  readonly #given = new Set<string>();

  of(wanted: string): string {
    const plain = wanted.replaceAll(/[[\]:*?/\\']/gu, '_').slice(-31) || 'Sheet';
    let name = plain;
    for (let at = 2; this.#given.has(name.toLowerCase()); at += 1) {
      const end = `~${at}`;
      name = `${plain.slice(0, 31 - end.length)}${end}`;
    }
    this.#given.add(name.toLowerCase());
    return name;
  }
}
