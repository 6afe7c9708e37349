import type { LocaleId } from '@helve/flow';
import type { TmKeyRow, TmWrite } from '@helve/l10n';
import { fromColumnText, toColumnText } from '../../column-text.js';
import { idOrder } from '../../tm/id-order.js';
import { planDelete, planPut, type KeyNumber, type KnownEntry, type WritePlan } from '../../tm/plan-writes.js';
import type { Connection, SqlValue } from '../connection.js';
import { fromEntryText, toEntryText } from './tm-entry-text.js';
import type { TmIndex } from './tm-index.js';

/** One row of the entry table. */
export interface EntryColumns {
  readonly place: number;
  readonly id: string;
  /** JSON list of the locales and numbers of its keys. */
  readonly keys: string;
  readonly json: string;
}

/** Ids have an index like that of keys, under a number that no locale has. */
export const ID_SPACE = 0;

/** Number of rows per statement, which costs a third of single statements. */
const ROWS = 50;

/** Items for one index. */
class Items {
  readonly hashes: number[] = [];
  readonly numbers: number[] = [];

  push(hash: number, number: number): void {
    this.hashes.push(hash);
    this.numbers.push(number);
  }
}

/** The new keys of one locale: the columns of their rows, and the items for its index. */
interface NewKeys {
  readonly rows: SqlValue[];
  readonly items: Items;
}

/** Writes one batch, inside a transaction. */
export class TmWriter {
  readonly #connection: Connection;
  readonly #indexOf: (space: number) => TmIndex;
  readonly #spaces: Map<LocaleId, number>;
  readonly #nextKeys: ReadonlyMap<LocaleId, number>;

  constructor(connection: Connection, indexOf: (space: number) => TmIndex) {
    this.#connection = connection;
    this.#indexOf = indexOf;
    const rows = connection.all<{ id: number; tag: string; keys: number }>('SELECT id, tag, keys FROM tm_locale');
    this.#spaces = new Map(rows.map(({ id, tag }) => [fromColumnText(tag), id]));
    this.#nextKeys = new Map(rows.map(({ tag, keys }) => [fromColumnText(tag), keys]));
  }

  put(writes: readonly TmWrite[], old: readonly EntryColumns[]): readonly TmKeyRow[] {
    const known = new Map(old.map((row) => [row.id, this.#known(row)]));
    const plan = planPut(writes, known, (locale) => this.#nextKeys.get(locale) ?? 0);
    this.#putEntries(plan, new Map(old.map(({ id, place }) => [id, place])));
    this.#addKeys(plan);
    this.#finish(plan);
    return plan.newKeys;
  }

  delete(old: readonly EntryColumns[]): void {
    for (const { place } of old) this.#connection.run('DELETE FROM tm_entry WHERE place = ?', [place]);
    this.#finish(planDelete(old.map((row) => this.#known(row))));
  }

  #known({ id, keys, json }: EntryColumns): KnownEntry {
    const tags = new Map([...this.#spaces].map(([tag, space]) => [space, tag]));
    const keyNumbers = JSON.parse(keys) as readonly (readonly [space: number, number: number])[];
    const rows = keyNumbers.flatMap(([space, number]): TmKeyRow[] => {
      const sql = 'SELECT tiers, hash, text FROM tm_key WHERE locale = ? AND number = ?';
      const row = this.#connection.first<Pick<TmKeyRow, 'tiers' | 'hash' | 'text'>>(sql, [space, number]);
      const locale = tags.get(space) ?? '';
      return row === undefined ? [] : [{ ...row, text: fromColumnText(row.text), locale, number, entry: id }];
    });
    return { entry: fromEntryText(id, json), keys: rows };
  }

  #putEntries({ entries }: WritePlan, positions: ReadonlyMap<string, number>): void {
    const rows: SqlValue[] = [];
    const items = new Items();
    let next = this.#connection.first<{ next: number }>('SELECT next_place AS next FROM tm_state')?.next ?? 1;
    for (const { entry, isNew, keys } of entries) {
      const [placed, text] = [this.#placesText(keys), toEntryText(entry)];
      if (isNew) {
        items.push(idOrder(entry.id), next);
        rows.push(next, toColumnText(entry.id), placed, text);
        next += 1;
      } else {
        const sql = 'UPDATE tm_entry SET keys = ?, json = ? WHERE place = ?';
        this.#connection.run(sql, [placed, text, positions.get(entry.id) ?? 0]);
      }
    }
    insertRows(this.#connection, 'tm_entry', 4, rows);
    this.#indexOf(ID_SPACE).add(items);
    this.#connection.run('UPDATE tm_state SET next_place = ?', [next]);
  }

  #placesText(keys: readonly KeyNumber[]): string {
    let text = '';
    for (const { locale, number } of keys) text += `${text === '' ? '' : ','}[${this.#space(locale)},${number}]`;
    return `[${text}]`;
  }

  /** Adds keys locale by locale: consecutive rows are appended without a search. */
  #addKeys({ newKeys }: WritePlan): void {
    const bySpace = new Map<number, NewKeys>();
    for (const { locale, number, entry, tiers, hash, text } of newKeys) {
      const space = this.#space(locale);
      const own = bySpace.get(space) ?? { rows: [], items: new Items() };
      own.rows.push(space, number, toColumnText(entry), tiers, hash, toColumnText(text));
      own.items.push(hash, number);
      bySpace.set(space, own);
    }
    for (const [space, { rows, items }] of bySpace) {
      insertRows(this.#connection, 'tm_key', 6, rows);
      this.#indexOf(space).add(items);
    }
  }

  #finish({ goneKeys, nextKeys, byLocale, byProject, count }: WritePlan): void {
    for (const { locale, number } of goneKeys) {
      const at = [this.#space(locale), number];
      this.#connection.run('DELETE FROM tm_key WHERE locale = ? AND number = ?', at);
      this.#connection.run('INSERT INTO tm_deleted VALUES (?, ?)', at);
    }
    for (const [locale, next] of nextKeys) {
      this.#connection.run('UPDATE tm_locale SET keys = ? WHERE id = ?', [next, this.#space(locale)]);
    }
    for (const [locale, by] of byLocale) {
      this.#connection.run('UPDATE tm_locale SET entries = entries + ? WHERE id = ?', [by, this.#space(locale)]);
    }
    for (const [project, by] of byProject) {
      const sql = `INSERT INTO tm_project VALUES (?, ?)
        ON CONFLICT (project) DO UPDATE SET entries = entries + excluded.entries`;
      this.#connection.run(sql, [toColumnText(project), by]);
    }
    this.#connection.run('UPDATE tm_state SET revision = revision + 1, entries = entries + ?', [count]);
  }

  #space(locale: LocaleId): number {
    const known = this.#spaces.get(locale);
    if (known !== undefined) return known;
    const sql = 'INSERT INTO tm_locale (tag, keys, entries) VALUES (?, 0, 0) RETURNING id';
    const made = this.#connection.first<{ id: number }>(sql, [toColumnText(locale)])?.id ?? 0;
    this.#spaces.set(locale, made);
    return made;
  }
}

function insertRows(connection: Connection, table: string, columns: number, values: readonly SqlValue[]): void {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  const sqlFor = (count: number) =>
    `INSERT INTO ${table} VALUES ${Array.from({ length: count }, () => row).join(', ')}`;
  const [many, one] = [sqlFor(ROWS), sqlFor(1)];
  let at = 0;
  for (; at + columns * ROWS <= values.length; at += columns * ROWS) {
    connection.run(many, values.slice(at, at + columns * ROWS));
  }
  for (; at < values.length; at += columns) connection.run(one, values.slice(at, at + columns));
}
