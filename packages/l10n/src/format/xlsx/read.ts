import { runsText, type Block, type Part, type Runs } from '@helve/flow';
import { BlockIds, type ByteSource, type ReadContext } from '@helve/flow/content';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { generalCodePresets } from '../code/code-preset.js';
import type { CodeFinderOptions } from '../format-option.js';
import type { PackageReading } from '../package/package-reading.js';
import { readPackage, type PackageMember } from '../package/read-package.js';
import { readBlock } from '../read-block.js';
import { ValueEntry } from '../value-entry.js';
import { readComments } from './cell-comments.js';
import { columnNumber } from './cell-address.js';
import { CellFilter } from './cell-filter.js';
import { readExcludedStyles } from './excluded-styles.js';
import { workbookMimeType, type XlsxOptions } from './options.js';
import { scanSheet, type TextCell } from './scan-sheet.js';
import { PlaceTexts } from './place-texts.js';
import { readSharedStrings, type PlacedItem, type SharedStrings } from './shared-strings.js';
import { readItem, toItemForm } from './string-item.js';
import { readTable } from './read-table.js';
import { readTableHeaders } from './table-headers.js';
import { readWorkbook, type Sheet, type Workbook } from './workbook.js';
import { xlsxMember } from './xlsx-member.js';

/** Reads a workbook: every string of its cells is a block, named by the first cell that shows it. */
export function readXlsx(source: ByteSource, options: XlsxOptions, ctx: ReadContext): AsyncGenerator<Part> {
  const members = (reading: PackageReading) => new WorkbookReader(reading, options, ctx).members();
  return readPackage({ source, format: 'xlsx', mimeType: workbookMimeType, options, ctx, members });
}

/** A string at the first cell that shows it: a shared one by its number, or one of the cell's own. */
interface FoundString {
  readonly address: string;
  readonly shared: number | undefined;
  readonly item: PlacedItem;
  readonly note: string | undefined;
}

/** Number of cells that show a shared string. */
interface Uses {
  included: number;
  excluded: number;
}

class WorkbookReader {
  readonly #reading: PackageReading;
  readonly #options: XlsxOptions;
  readonly #ctx: ReadContext;
  #find: CodeFinder;
  readonly #uses = new Map<number, Uses>();
  readonly #ids = new BlockIds();
  #workbook: Workbook = { sheets: [], path: '', sharedStrings: undefined, styles: undefined, table: undefined };
  #strings: SharedStrings = { items: [], endAt: 0 };

  constructor(reading: PackageReading, options: XlsxOptions, ctx: ReadContext) {
    this.#reading = reading;
    this.#options = options;
    this.#ctx = ctx;
    this.#find = codeFinder(options.codeFinder);
  }

  /** Scans all sheets before the first block: each block tells how many cells show it. */
  async members(): Promise<readonly PackageMember[]> {
    this.#workbook = await readWorkbook(this.#reading);
    const { sheets, sharedStrings, table } = this.#workbook;
    if (table !== undefined) this.#find = codeFinder(withMessages(this.#options.codeFinder));
    if (sharedStrings !== undefined) {
      this.#strings = await readSharedStrings(await xlsxMember(this.#reading, sharedStrings, 'sst'), this.#find);
    }
    const excludedStyles = await readExcludedStyles(this.#reading, this.#workbook, this.#options.excludeColors);
    const places = new PlaceTexts(this.#reading, this.#options, this.#ids, this.#ctx);
    const members: PackageMember[] = [...(await places.ofWorkbook(this.#workbook))];
    for (const sheet of sheets) {
      this.#ctx.signal.throwIfAborted();
      if (this.#isTable(sheet)) {
        members.push(await this.#table(sheet, excludedStyles));
        continue;
      }
      const found = await this.#scan(sheet, excludedStyles);
      members.push({
        name: sheet.path,
        properties: { sheet: sheet.name },
        read: () => this.#parts(sheet, found),
      });
      members.push(...(await places.ofSheet(sheet)));
    }
    return members;
  }

  /** True for sheets whose rows are texts: by option, else the one that Helve wrote. */
  #isTable({ name }: Sheet): boolean {
    return Object.keys(this.#options.table).length > 0 || this.#workbook.table === name;
  }

  async #table(sheet: Sheet, styles: ReadonlySet<string>): Promise<PackageMember> {
    const { path, name } = sheet;
    const blocks = await readTable({
      name,
      member: await xlsxMember(this.#reading, path, 'worksheet'),
      filter: new CellFilter(sheet, this.#options, { styles, headers: [] }),
      strings: this.#strings,
      find: this.#find,
      names: columnNames(this.#options.table),
      ids: this.#ids,
      ctx: this.#reading.context(path),
    });
    const parts = blocks.map((block): Part => ({ kind: 'block', block }));
    return { name: path, properties: { sheet: name }, read: () => parts };
  }

  async #scan(sheet: Sheet, excludedStyles: ReadonlySet<string>): Promise<readonly FoundString[]> {
    const found: FoundString[] = [];
    const comments = this.#options.comments ? await readComments(this.#reading, sheet) : undefined;
    const headers = await readTableHeaders(this.#reading, sheet);
    const filter = new CellFilter(sheet, this.#options, { styles: excludedStyles, headers });
    await scanSheet(await xlsxMember(this.#reading, sheet.path, 'worksheet'), filter, (cell) => {
      const item = cell.shared === undefined ? this.#inline(cell) : this.#shared(cell.shared, cell.included);
      if (item === undefined || !hasText(item.runs)) return;
      found.push({ address: cell.address, shared: cell.shared, item, note: comments?.get(cell.address) });
    });
    return found;
  }

  #inline({ value, piece, included }: TextCell): PlacedItem | undefined {
    if (!included) return undefined;
    const offset = piece.byteAt(value.openEnd);
    const length = piece.byteAt(value.closeStart) - offset;
    const { runs, form } = readItem(value, piece.text, this.#find);
    return { runs, form, offset, length };
  }

  /** Counts a use of a shared string, and returns the string at its first use. */
  #shared(number: number, included: boolean): PlacedItem | undefined {
    const uses = this.#uses.get(number) ?? { included: 0, excluded: 0 };
    this.#uses.set(number, uses);
    uses[included ? 'included' : 'excluded'] += 1;
    return included && uses.included === 1 ? this.#strings.items[number] : undefined;
  }

  *#parts(sheet: Sheet, found: readonly FoundString[]): Generator<Part> {
    for (const one of found) yield { kind: 'block', block: this.#block(sheet, one) };
  }

  #block(sheet: Sheet, one: FoundString): Block {
    const { address, shared, item, note } = one;
    const name = `${sheet.name}!${address}`;
    const uses = shared === undefined ? undefined : this.#uses.get(shared);
    const properties: Record<string, string> = { cells: String(uses?.included ?? 1) };
    const id = this.#ids.claim(name, properties);
    this.#append(sheet, id, one);
    const fields = {
      id,
      name,
      type: 'cell',
      source: item.runs,
      properties,
      preserveWhitespace: true,
      format: 'xlsx',
      note: note === '' ? undefined : note,
      noteIsKept: true,
    };
    return readBlock(fields, this.#ctx);
  }

  /** Appends the entry of a string; one that cells share which are not read is copied behind the last when it changes. */
  #append({ path }: Sheet, id: string, { shared, item }: FoundString): void {
    const { runs, form, offset, length } = item;
    const { items, endAt } = this.#strings;
    const { sharedStrings = path } = this.#workbook;
    const { skeleton } = this.#reading.context(shared === undefined ? path : sharedStrings);
    const isSplit = shared !== undefined && (this.#uses.get(shared)?.excluded ?? 0) > 0;
    if (isSplit) {
      const copy = { of: shared, next: items.length };
      skeleton?.append(new ValueEntry(id, endAt, 0, runs, toItemForm({ ...form, copy })));
    } else skeleton?.append(new ValueEntry(id, offset, length, runs, toItemForm(form)));
  }
}

/** Names of the columns of a table from the left, as a header would have them. */
function columnNames(table: XlsxOptions['table']): readonly string[] {
  const names: string[] = [];
  for (const [name, column] of Object.entries(table)) {
    const index = columnNumber(column) - 1;
    while (names.length < index) names.push('');
    names[index] = name;
  }
  return names;
}

/** Codes of a table that Helve wrote: those of every text file, since it may come from any. */
function withMessages(options: CodeFinderOptions): CodeFinderOptions {
  return { ...options, presets: [...new Set([...options.presets, ...generalCodePresets])] };
}

function hasText(runs: Runs): boolean {
  return runs.some(({ kind }) => kind === 'plural' || kind === 'select') || /\S/u.test(runsText(runs));
}
