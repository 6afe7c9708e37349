import {
  targetStatuses,
  textRun,
  type Block,
  type DisplayHint,
  type LocaleId,
  type Part,
  type Runs,
  type Target,
  type TargetStatus,
} from '@helve/flow';
import { BlockIds, type ReadContext } from '@helve/flow/content';
import { UNGUARDED_PROPERTY } from '../../exchange/table/guard-cell.js';
import { BadValues } from '../bad-value.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { valueCodes, type SubfilterRule } from '../format-option.js';
import { MessageIds } from '../po/message-id.js';
import { readBlock } from '../read-block.js';
import { compileSubfilters, readEmbedded, rootLayerId, type SubfilterOf } from '../read-embedded.js';
import { ScanFault, type EntryBatch } from '../text/scan-entries.js';
import type { SourceFault } from '../text/source-fault.js';
import { CellEntry } from './cell-entry.js';
import { cellRoles, noteRole, type CellRole, type CellRoles, type TargetRole } from './cell-role.js';
import { cellReader, type CellStyle, type ReadCell } from './cell-style.js';
import type { Column } from './column.js';
import type { TableOptions } from './options.js';
import type { TableRecord } from './record.js';
import { RowCells } from './row-cells.js';
import { tableColumns, type TableColumns } from './table-columns.js';
import type { TableShape } from './table-shape.js';

/** Content of a cell, and its spelling. */
interface FoundCell {
  readonly runs: Runs;
  readonly style: CellStyle;
}

/** Makes the parts of the records of one table. */
export class RowReader {
  readonly bad: BadValues;
  readonly #format: string;
  readonly #shape: TableShape;
  readonly #options: TableOptions;
  readonly #ctx: ReadContext;
  readonly #columns: TableColumns;
  readonly #roles: CellRoles;
  readonly #cells: RowCells;
  readonly #find: CodeFinder;
  readonly #findSubfilter: SubfilterOf | undefined;
  readonly #noCell: ReadCell;
  readonly #ids = new BlockIds();
  readonly #messages = new MessageIds();
  #width = 0;
  #count = 0;

  constructor(format: string, shape: TableShape, options: TableOptions, ctx: ReadContext) {
    this.bad = new BadValues(options);
    this.#format = format;
    this.#shape = shape;
    this.#options = options;
    this.#ctx = ctx;
    this.#columns = tableColumns(shape.columns, ctx.sourceLocale);
    this.#roles = cellRoles(this.#columns, shape, ctx);
    this.#cells = new RowCells(shape, options);
    this.#find = codeFinder(valueCodes(options));
    this.#findSubfilter = shape.kind === 'monolingual' ? compileSubfilters(options.subfilters) : undefined;
    this.#noCell = cellReader(shape.syntax)('');
  }

  /** Number of keys that an earlier record has. */
  get repeated(): number {
    return this.#ids.repeated + this.#messages.repeated;
  }

  /** Languages of the columns of translations that name theirs. */
  get targetLocales(): readonly LocaleId[] {
    return this.#columns.targets.flatMap(({ column }) => column.locale ?? []);
  }

  /** Makes the parts of a record: those of a document inside of it come later. */
  parts(record: TableRecord, batch: EntryBatch<TableRecord>): readonly Part[] | Promise<readonly Part[]> {
    this.#count += 1;
    this.#assertWidth(record, batch);
    this.#cells.turn(record, batch);
    if (this.#count === 1 && this.#shape.hasHeader) return this.#header();
    if (this.#isEmpty()) return [];
    const name = this.#name();
    const rule = this.#findSubfilter?.(name);
    return rule === undefined ? [{ kind: 'block', block: this.#block(name) }] : this.#embedded(name, rule);
  }

  #assertWidth({ start, ends }: TableRecord, { passed }: EntryBatch<TableRecord>): void {
    if (this.#width === 0) this.#width = ends.length;
    if (this.#options.ragged || ends.length === this.#width) return;
    const cells = ends.length === 1 ? '1 cell' : `${ends.length} cells`;
    const problem = `the record has ${cells}, and the first one has ${this.#width}; the option "ragged" allows it`;
    throw new ScanFault(problem, start + passed);
  }

  /** A table of one language that its header names is one of the target's language when it is translated. */
  #header(): readonly Part[] {
    const { source } = this.#columns;
    if (this.#shape.kind !== 'monolingual' || source?.role !== 'locale') return [];
    const raw = this.#cells.raw(source) ?? '';
    const value = raw.replace(/^"(.*)"$/su, '$1');
    const range = this.#cells.range(source.index, { from: raw.indexOf(value), length: value.length });
    this.#ctx.skeleton?.append({ kind: 'lang', ...range, value });
    return [];
  }

  /** True for a record that has neither a key nor a text. */
  #isEmpty(): boolean {
    const { key, source, targets } = this.#columns;
    if ((this.#cells.raw(source) ?? '') !== '' || (this.#cells.raw(key) ?? '') !== '') return false;
    return targets.every(({ column }) => (this.#cells.raw(column) ?? '') === '');
  }

  #name(): string {
    const key = this.#cells.read(this.#columns.key)?.text;
    if (key !== undefined) return key;
    if (this.#shape.kind === 'monolingual') return String(this.#shape.hasHeader ? this.#count - 1 : this.#count);
    return this.#cells.read(this.#columns.source)?.text ?? '';
  }

  async #embedded(id: string, rule: SubfilterRule): Promise<readonly Part[]> {
    const { source } = this.#columns;
    const { text, style } = this.#cells.read(source) ?? this.#noCell;
    const range = this.#cells.range(source?.index ?? 0);
    const value = { id, parentId: rootLayerId, text, rule, ...range, form: { ...style } };
    const embedded = await readEmbedded(value, this.#ctx);
    this.#ctx.skeleton?.append(embedded.entry);
    return embedded.parts;
  }

  #block(name: string): Block {
    return this.bad.attempt(
      () => this.#readable(name),
      (fault) => this.#unreadable(name, fault),
    );
  }

  #unreadable(name: string, fault: SourceFault): Block {
    const properties: Record<string, string> = { key: name };
    const id = this.#ids.claim(name === '' ? '(empty)' : name, properties);
    this.bad.add(id, fault, properties);
    const source = Object.freeze([textRun(this.#cells.raw(this.#columns.source) ?? '')]);
    const fields = { id, name, type: 'string', source, properties, translatable: false, format: this.#format };
    return readBlock(fields, this.#ctx);
  }

  #readable(name: string): Block {
    const { source: sourceColumn, context, note: noteColumn, maxLength } = this.#columns;
    const source = this.#found(this.#cells.read(sourceColumn) ?? this.#noCell);
    const note = this.#cells.read(noteColumn);
    const properties: Record<string, string> = this.#shape.guarded ? { [UNGUARDED_PROPERTY]: 'true' } : {};
    const about = this.#cells.read(context)?.text ?? '';
    if (about !== '') properties['context'] = about;
    const id = this.#claim(name, properties);
    const entries: CellEntry[] = [];
    const targets: Record<LocaleId, Target> = {};
    for (const target of this.#roles.targets) this.#target(id, target, source.style.icu, targets, entries);
    this.#enter(entries, id, sourceColumn, this.#sourceRole(entries), source.runs, source.style);
    if (note !== undefined)
      this.#enter(entries, id, noteColumn, noteRole, Object.freeze([textRun(note.text)]), note.style);
    const fields = {
      id,
      name,
      type: 'string',
      source: source.runs,
      properties,
      format: this.#format,
      entry: this.#append(entries),
      note: note === undefined || note.text === '' ? undefined : note.text,
      displayHint: maxLength === undefined ? undefined : toHint(this.#cells.read(maxLength)?.text),
    };
    return Object.assign(readBlock(fields, this.#ctx), { targets });
  }

  #claim(name: string, properties: Record<string, string>): string {
    const hasKeys = this.#columns.key !== undefined;
    if (!hasKeys && this.#shape.kind !== 'monolingual')
      return this.#messages.ofText(properties['context'], name, properties);
    if (hasKeys) properties['key'] = name;
    return this.#ids.claim(name === '' ? '(empty)' : name, properties);
  }

  /** The role of the source; a short record has cells for some languages only. */
  #sourceRole(targets: readonly CellEntry[]): CellRole {
    const { source } = this.#roles;
    const { locales } = source;
    if (locales === undefined || !this.#options.ragged) return source;
    return { ...source, locales: locales.filter((locale) => targets.some(({ role }) => role.variant === locale)) };
  }

  /** Reads a translation and its state. */
  #target(
    id: string,
    { column, state: stateColumn, role, stateRole }: TargetRole,
    icu: boolean,
    targets: Record<LocaleId, Target>,
    entries: CellEntry[],
  ): void {
    const cell = this.#cells.read(column);
    if (cell === undefined) return;
    const { runs, style } = this.#found(cell);
    const state = this.#cells.read(stateColumn);
    const status = toStatus(state?.text);
    if (cell.text !== '') targets[role.variant] = { runs, status };
    this.#enter(entries, id, column, role, runs, icu && !style.icu ? { ...style, icu } : style);
    if (state === undefined) return;
    const content = Object.freeze([textRun(cell.text === '' ? '' : status)]);
    this.#enter(entries, id, stateColumn, stateRole, content, state.style);
  }

  /** Adds the entry of a cell, if the record has it and anybody will write. */
  #enter(
    entries: CellEntry[],
    id: string,
    column: Column | undefined,
    role: CellRole,
    content: Runs,
    style: CellStyle,
  ): void {
    if (column === undefined || this.#ctx.skeleton === undefined || this.#cells.raw(column) === undefined) return;
    const mayGrow = this.#shape.hasHeader && !this.#options.ragged && role.locales !== undefined;
    const record = mayGrow ? this.#count - 1 : undefined;
    entries.push(new CellEntry(id, this.#cells.range(column.index), role, content, style, record));
  }

  #append(entries: CellEntry[]): number | undefined {
    entries.sort((one, other) => one.offset - other.offset);
    let first: number | undefined;
    for (let at = 0; at < entries.length; at += 1) {
      const entry = entries[at];
      if (entry === undefined) break;
      if (at < entries.length - 1) entry.more = true;
      const number = this.#ctx.skeleton?.append(entry);
      first ??= number;
    }
    return first;
  }

  #found({ text, style }: ReadCell): FoundCell {
    const { runs, icu } = this.#find(text);
    return { runs, style: icu ? { ...style, icu } : style };
  }
}

/** Status of a translation by the name in its column; one that nobody knows is not finished. */
function toStatus(state: string | undefined): TargetStatus {
  if (state === undefined || state === '') return 'translated';
  const name = state.trim().toLowerCase();
  return targetStatuses.find((status) => status === name) ?? 'draft';
}

function toHint(text: string | undefined): DisplayHint | undefined {
  const maxLength = Number(text ?? '');
  return Number.isSafeInteger(maxLength) && maxLength > 0 ? { maxLength, unit: 'chars' } : undefined;
}
