import type { LocaleId } from '@helve/flow';
import type { KeyTier, TmBlock, TmEntry, TmFilter, TmKeyRow, TmSession, TmStats, TmStorage } from '@helve/l10n';
import { fromColumnText, toColumnText } from '../../column-text.js';
import { idOrder } from '../../tm/id-order.js';
import { firstAt } from '../../tm/sorted-run.js';
import { fromSessionText, matchesFilter, tierBits, toKeyRows } from '../../tm/tm-row.js';
import type { Connection } from '../connection.js';
import { fromEntryText } from './tm-entry-text.js';
import { TmIndex } from './tm-index.js';
import { ID_SPACE, TmWriter, type EntryColumns } from './tm-writer.js';

const ENTRIES = 'SELECT place, id, keys, json FROM tm_entry WHERE place IN (SELECT value FROM json_each(?))';
const KEY_LIST = `json_group_array(json_array(number, entry, tiers, hash, text)) AS list`;
// Not a join: SQLite might scan all keys, and the list for each of them.
const IN_LIST = 'number IN (SELECT value FROM json_each(?2))';
const KEYS = `SELECT ${KEY_LIST} FROM tm_key WHERE locale = ?1 AND ${IN_LIST}`;
const KEY_RANGE = `SELECT ${KEY_LIST} FROM (
  SELECT number, entry, tiers, hash, text FROM tm_key WHERE locale = ? AND number >= ? AND number < ? ORDER BY number)`;
const EXACT = `SELECT DISTINCT entry FROM tm_key
  WHERE locale = ?1 AND ${IN_LIST} AND hash = ?3 AND (tiers & ?4) <> 0`;
const PAGE = 500;

/** One translation memory in a SQLite file. */
export class SqliteTmStorage implements TmStorage {
  readonly #connection: Connection;
  readonly #indexes = new Map<number, TmIndex>();
  /** Ids that no entry has, at one revision. */
  #unknown: { readonly revision: number; readonly ids: ReadonlySet<string> } | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  revision(): Promise<number> {
    return this.#connection.once(() => this.#revision());
  }

  putMany(writes: Parameters<TmStorage['putMany']>[0]): Promise<readonly TmKeyRow[]> {
    if (writes.length === 0) return Promise.resolve([]);
    return this.#connection.write(() => this.#writer().put(writes, this.#find(writes.map(({ entry }) => entry.id))));
  }

  deleteMany(ids: readonly string[]): Promise<number> {
    return this.#connection.write(() => {
      const found = this.#find(ids);
      if (found.length > 0) this.#writer().delete(found);
      return found.length;
    });
  }

  rows(ids: readonly string[]): Promise<readonly TmEntry[]> {
    return this.#connection.read(() => this.#find(ids).map(({ id, json }) => fromEntryText(id, json)));
  }

  async *entries(filter: TmFilter = {}): AsyncGenerator<TmEntry> {
    const { hashes, numbers } = await this.#connection.read(() => this.#index(ID_SPACE).whole(this.#revision()));
    let at = filter.after === undefined ? 0 : firstAt(hashes, idOrder(filter.after));
    while (at < hashes.length) {
      let end = Math.min(at + PAGE, hashes.length);
      // Ids with the same order number stay together and are sorted here.
      while (hashes[end] === hashes[end - 1]) end += 1;
      const positions = numbers.subarray(at, end);
      const page = await this.#connection.once(() => this.#entriesAt(positions));
      yield* page
        .map(({ id, json }) => fromEntryText(id, json))
        .filter((entry) => matchesFilter(entry, filter))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1));
      at = end;
    }
  }

  exact(locale: LocaleId, tier: KeyTier, hash: number): Promise<readonly string[]> {
    return this.#connection.read(() => {
      const space = this.#space(locale);
      const numbers = space === undefined ? [] : this.#index(space).find([hash], this.#revision());
      if (space === undefined || numbers.length === 0) return [];
      const rows = this.#connection.all<{ entry: string }>(EXACT, [
        space,
        JSON.stringify(numbers),
        hash,
        tierBits[tier],
      ]);
      return rows.map(({ entry }) => fromColumnText(entry));
    });
  }

  lengths(locale: LocaleId, fromBlock: number): ReturnType<TmStorage['lengths']> {
    return this.#connection.read(() => {
      const row = this.#connection.first<{ id: number; keys: number }>('SELECT id, keys FROM tm_locale WHERE tag = ?', [
        toColumnText(locale),
      ]);
      if (row === undefined) return { keys: 0, deleted: [], blocks: [] };
      const blocks = this.#connection.all<{ block: number; lengths: ArrayBuffer }>(
        'SELECT block, lengths FROM tm_block WHERE locale = ? AND block >= ? ORDER BY block',
        [row.id, fromBlock],
      );
      return {
        keys: row.keys,
        deleted: this.#connection
          .all<{ number: number }>('SELECT number FROM tm_deleted WHERE locale = ? ORDER BY number', [row.id])
          .map(({ number }) => number),
        blocks: blocks.map(({ block, lengths }) => ({ block, lengths: new Uint8Array(lengths) })),
      };
    });
  }

  postings(locale: LocaleId, block: number, groups: readonly number[]): Promise<readonly Uint8Array[]> {
    return this.#connection.read(() => {
      const sql = `SELECT gram_group, items FROM tm_posting
        WHERE locale = ? AND block = ? AND gram_group IN (SELECT value FROM json_each(?))`;
      const values = [this.#space(locale) ?? -1, block, JSON.stringify(groups)];
      const rows = this.#connection.all<{ gram_group: number; items: ArrayBuffer }>(sql, values);
      const byGroup = new Map(rows.map((row) => [row.gram_group, new Uint8Array(row.items)]));
      return groups.map((group) => byGroup.get(group) ?? new Uint8Array(0));
    });
  }

  keys(locale: LocaleId, numbers: readonly number[]): Promise<readonly TmKeyRow[]> {
    return this.#connection.read(() => this.#keyRows(locale, KEYS, [JSON.stringify(numbers)]));
  }

  keyRange(locale: LocaleId, start: number, end: number): Promise<readonly TmKeyRow[]> {
    return this.#connection.read(() => this.#keyRows(locale, KEY_RANGE, [start, end]));
  }

  putBlock(locale: LocaleId, { block, lengths, postings }: TmBlock): Promise<void> {
    return this.#connection.write(() => {
      const space = this.#space(locale);
      if (space === undefined) return;
      const sql = 'INSERT OR IGNORE INTO tm_block (locale, block, lengths) VALUES (?, ?, ?)';
      if (this.#connection.run(sql, [space, block, lengths]) === 0) return;
      for (const [group, items] of postings.entries()) {
        if (items.length === 0) continue;
        this.#connection.run('INSERT INTO tm_posting VALUES (?, ?, ?, ?)', [space, block, group, items]);
      }
      this.#grow();
    });
  }

  putSession(session: TmSession): Promise<void> {
    return this.#connection.write(() => {
      const sql = `INSERT INTO tm_session (id, started_at, json) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at, json = excluded.json`;
      this.#connection.run(sql, [toColumnText(session.id), session.startedAt, JSON.stringify(session)]);
      this.#grow();
    });
  }

  sessions(): Promise<readonly TmSession[]> {
    return this.#connection.once(() =>
      this.#connection
        .all<{ json: string }>('SELECT json FROM tm_session ORDER BY started_at, rowid')
        .map(({ json }) => fromSessionText(json)),
    );
  }

  stats(): Promise<TmStats> {
    return this.#connection.read(() => {
      const counted = (sql: string) =>
        Object.fromEntries(
          this.#connection
            .all<{ name: string; entries: number }>(sql)
            .map((row) => [fromColumnText(row.name), row.entries]),
        );
      return {
        entries: this.#connection.first<{ entries: number }>('SELECT entries FROM tm_state')?.entries ?? 0,
        locales: counted('SELECT tag AS name, entries FROM tm_locale WHERE entries > 0 ORDER BY tag'),
        projects: counted('SELECT project AS name, entries FROM tm_project WHERE entries > 0 ORDER BY project'),
        sessions: this.#connection.first<{ count: number }>('SELECT count(*) AS count FROM tm_session')?.count ?? 0,
      };
    });
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  #writer(): TmWriter {
    return new TmWriter(this.#connection, (space) => this.#index(space));
  }

  /** Finds the rows of entries. A writer of new entries has usually just asked for them, so misses are cached. */
  #find(ids: readonly string[]): readonly EntryColumns[] {
    const revision = this.#revision();
    const unknown = this.#unknown?.revision === revision ? this.#unknown.ids : undefined;
    if (unknown !== undefined && ids.every((id) => unknown.has(id))) return [];
    const wanted = new Set(ids);
    const positions = this.#index(ID_SPACE).find(Float64Array.from(wanted, idOrder).sort(), revision);
    const found = positions.length === 0 ? [] : this.#entriesAt(positions).filter(({ id }) => wanted.has(id));
    this.#unknown = found.length === 0 ? { revision, ids: wanted } : undefined;
    return found;
  }

  #entriesAt(positions: readonly number[] | Uint32Array): readonly EntryColumns[] {
    const rows = this.#connection.all<EntryColumns>(ENTRIES, [JSON.stringify([...positions])]);
    return rows.map((row) => ({ ...row, id: fromColumnText(row.id) }));
  }

  #keyRows(locale: LocaleId, sql: string, values: readonly (string | number)[]): readonly TmKeyRow[] {
    const space = this.#space(locale);
    if (space === undefined) return [];
    return toKeyRows(locale, this.#connection.first<{ list: string }>(sql, [space, ...values])?.list ?? '[]');
  }

  #index(space: number): TmIndex {
    const known = this.#indexes.get(space) ?? new TmIndex(this.#connection, space);
    this.#indexes.set(space, known);
    return known;
  }

  #space(locale: LocaleId): number | undefined {
    return this.#connection.first<{ id: number }>('SELECT id FROM tm_locale WHERE tag = ?', [toColumnText(locale)])?.id;
  }

  #revision(): number {
    return this.#connection.first<{ revision: number }>('SELECT revision FROM tm_state')?.revision ?? 0;
  }

  #grow(): void {
    this.#connection.run('UPDATE tm_state SET revision = revision + 1');
  }
}
