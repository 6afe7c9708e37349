import type { LocaleId } from '@helve/flow';
import type { ByteSink } from '@helve/flow/content';
import { encodeCell, isQuoted, type CellSyntax } from './cell.js';
import type { TableOptions } from './options.js';
import { cellAt, type TableRecord } from './record.js';
import { columnName } from './column.js';
import { tableColumns } from './table-columns.js';
import { tableScanner } from './table-scanner.js';
import { readShape, sampleLength } from './table-shape.js';

/** Number of bytes that are held back until it is known which columns are new. */
const holdBytes = 4 * 2 ** 20;

/** A table that may get columns. */
export interface GrowingTable {
  readonly options: TableOptions;
  readonly sourceLocale: LocaleId;
}

/**
 * Adds the columns of new languages to a table while it is written, behind the columns of the languages that it has:
 *
 *     key,en,de,note            key,en,de,fr,note
 *     a,Hi,Hallo,x       ─▶     a,Hi,Hallo,Salut,x
 */
export class NewColumns implements ByteSink {
  readonly #sink: ByteSink;
  readonly #table: GrowingTable;
  /** Translations of the records that are not written yet, by the number of the record. */
  readonly #texts = new Map<number, Map<LocaleId, string>>();
  readonly #locales = new Set<LocaleId>();
  readonly #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isOpen = true;
  #writer: RecordWriter | undefined;
  written = 0;
  /** Number of translations that were added. */
  added = 0;

  constructor(sink: ByteSink, table: GrowingTable) {
    this.#sink = sink;
    this.#table = table;
  }

  /** Takes a translation; false where the header was written without its language. */
  add(record: number, locale: LocaleId, text: string): boolean {
    if (!this.#isOpen && !this.#locales.has(locale)) return false;
    this.#locales.add(locale);
    const texts = this.#texts.get(record);
    if (texts?.has(locale) !== true) this.added += 1;
    if (texts === undefined) this.#texts.set(record, new Map([[locale, text]]));
    else texts.set(locale, text);
    return true;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.#isOpen) return this.#pass(bytes, false);
    this.#held.push(Uint8Array.from(bytes));
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > holdBytes) await this.#decide(false);
  }

  async end(): Promise<void> {
    if (this.#isOpen) await this.#decide(true);
    else await this.#pass(new Uint8Array(0), true);
  }

  async #decide(isLast: boolean): Promise<void> {
    this.#isOpen = false;
    const bytes = Buffer.concat(this.#held.splice(0));
    if (this.#locales.size > 0) {
      this.#writer = new RecordWriter(bytes.toString(), [...this.#locales], this.#texts, this.#table);
    }
    await this.#pass(bytes, isLast);
  }

  async #pass(bytes: Uint8Array, isLast: boolean): Promise<void> {
    const out = this.#writer === undefined ? bytes : Buffer.from(this.#writer.take(bytes, isLast));
    this.written += out.length;
    if (out.length > 0) await this.#sink.write(out);
  }
}

/** Writes records with new cells, each as soon as it is complete. */
class RecordWriter {
  readonly #syntax: CellSyntax;
  readonly #scan: ReturnType<typeof tableScanner>;
  readonly #locales: readonly LocaleId[];
  readonly #names: readonly string[];
  readonly #texts: Map<number, ReadonlyMap<LocaleId, string>>;
  /** Index of the column behind which the new ones stand. */
  readonly #behind: number;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #rest = '';
  #isBegin = true;
  #count = 0;

  constructor(
    head: string,
    locales: readonly LocaleId[],
    texts: Map<number, ReadonlyMap<LocaleId, string>>,
    { options, sourceLocale }: GrowingTable,
  ) {
    const text = head.replace(/^\uFEFF/u, '');
    const shape = readShape({ text: text.slice(0, sampleLength), isWhole: text.length < sampleLength }, options);
    const { source, targets } = tableColumns(shape.columns, sourceLocale);
    this.#syntax = shape.syntax;
    this.#scan = tableScanner(shape.syntax, options);
    this.#locales = locales;
    const named = shape.columns.filter(({ role }) => role === 'locale').map(({ index }) => shape.names[index]);
    const hasUnderscore = named.some((name) => name?.includes('_'));
    this.#names = locales
      .map((locale) => columnName(locale, 'target'))
      .map((name) => (hasUnderscore ? name.replaceAll('-', '_') : name));
    this.#texts = texts;
    this.#behind = Math.max(source?.index ?? 0, ...targets.map(({ column }) => column.index));
  }

  take(bytes: Uint8Array, isLast: boolean): string {
    const more = this.#decoder.decode(bytes, { stream: !isLast });
    const mark = this.#isBegin && more.startsWith('\uFEFF') ? '\uFEFF' : '';
    if (more !== '') this.#isBegin = false;
    const text = this.#rest + more.slice(mark.length);
    let written = mark;
    let at = 0;
    while (at < text.length) {
      const scanned = this.#scan(text, at, isLast);
      if (scanned === undefined) break;
      written += scanned.entry === undefined ? text.slice(at, scanned.end) : this.#record(text, scanned.entry);
      at = scanned.end;
    }
    this.#rest = text.slice(at);
    return written;
  }

  #record(text: string, record: TableRecord): string {
    const { delimiter } = this.#syntax;
    const { start, ends, end } = record;
    const number = this.#count++;
    const texts = this.#texts.get(number);
    this.#texts.delete(number);
    const place = ends[this.#behind] ?? end;
    const quoted = isQuoted(cellAt(text, record, this.#behind) ?? '', this.#syntax);
    const cells = this.#locales.map((locale, at) => {
      const own = number === 0 ? (this.#names[at] ?? '') : (texts?.get(locale) ?? '');
      return delimiter + (encodeCell(own, this.#syntax, quoted) ?? own);
    });
    return text.slice(start, place) + cells.join('') + text.slice(place, end);
  }
}
