import type { LocaleId } from '@helve/flow';
import type {
  KeyTier,
  TmBlock,
  TmEntry,
  TmFilter,
  TmKeyRow,
  TmLengths,
  TmSession,
  TmStats,
  TmStorage,
  TmWrite,
} from '@helve/l10n';
import { fromColumnText, toColumnText } from '../../column-text.js';
import { planDelete, planPut } from '../../tm/plan-writes.js';
import { fromEntryText, fromSessionText, matchesFilter, tierBits, toKeyRows } from '../../tm/tm-row.js';
import { lockNames, type Connections, type StatementRunner, type SqlValue } from '../connections.js';
import { applyPlan, knownEntries } from './tm-write.js';

const KEY_LIST = `coalesce(json_agg(json_build_array(number, entry, tiers, hash, text) ORDER BY number), '[]')::text AS list`;
const PAGE = 500;

/** One translation memory of a Postgres database, which may hold any number of them by name. */
export class PostgresTmStorage implements TmStorage {
  readonly #connections: Connections;
  readonly #name: string;
  #id: Promise<number> | undefined;

  constructor(connections: Connections, name: string) {
    this.#connections = connections;
    this.#name = name;
  }

  async revision(): Promise<number> {
    const sql = 'SELECT revision::double precision AS revision FROM helve.tm_memory WHERE id = $1';
    return (await this.#first<{ revision: number }>(sql))?.revision ?? 0;
  }

  async putMany(writes: readonly TmWrite[]): Promise<readonly TmKeyRow[]> {
    if (writes.length === 0) return [];
    return this.#write(async (runner, memory) => {
      const known = await knownEntries(
        runner,
        memory,
        writes.map(({ entry }) => entry.id),
      );
      const counts = await runner.all<{ tag: string; keys: number }>(
        'SELECT tag, keys::double precision AS keys FROM helve.tm_locale WHERE memory = $1',
        [memory],
      );
      const next = new Map(counts.map(({ tag, keys }) => [fromColumnText(tag), keys]));
      const plan = planPut(writes, known, (locale) => next.get(locale) ?? 0);
      await applyPlan(runner, memory, plan);
      return plan.newKeys;
    });
  }

  deleteMany(ids: readonly string[]): Promise<number> {
    return this.#write(async (runner, memory) => {
      const known = await knownEntries(runner, memory, ids);
      if (known.size === 0) return 0;
      const sql = 'DELETE FROM helve.tm_entry WHERE memory = $1 AND id = ANY($2::text[])';
      await runner.run(sql, [memory, [...known.keys()].map(toColumnText)]);
      await applyPlan(runner, memory, planDelete(known.values()));
      return known.size;
    });
  }

  async rows(ids: readonly string[]): Promise<readonly TmEntry[]> {
    const sql = 'SELECT json FROM helve.tm_entry WHERE memory = $1 AND id = ANY($2::text[])';
    return (await this.#all<{ json: string }>(sql, [ids.map(toColumnText)])).map(({ json }) => fromEntryText(json));
  }

  async *entries(filter: TmFilter = {}): AsyncGenerator<TmEntry> {
    let after = filter.after === undefined ? '' : toColumnText(filter.after);
    for (;;) {
      const sql = `SELECT id, json FROM helve.tm_entry WHERE memory = $1 AND id > $2 ORDER BY id LIMIT ${PAGE}`;
      const page = await this.#all<{ id: string; json: string }>(sql, [after]);
      for (const { json } of page) {
        const entry = fromEntryText(json);
        if (matchesFilter(entry, filter)) yield entry;
      }
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.id;
    }
  }

  async exact(locale: LocaleId, tier: KeyTier, hash: number): Promise<readonly string[]> {
    const sql = `SELECT DISTINCT entry FROM helve.tm_key
      WHERE memory = $1 AND locale = $2 AND hash = $3 AND (tiers & $4) <> 0`;
    const rows = await this.#all<{ entry: string }>(sql, [toColumnText(locale), hash, tierBits[tier]]);
    return rows.map(({ entry }) => fromColumnText(entry));
  }

  async lengths(locale: LocaleId, fromBlock: number): Promise<TmLengths> {
    const tag = toColumnText(locale);
    const counted = 'SELECT keys::double precision AS keys FROM helve.tm_locale WHERE memory = $1 AND tag = $2';
    const blocks = `SELECT block, lengths FROM helve.tm_block
      WHERE memory = $1 AND locale = $2 AND block >= $3 ORDER BY block`;
    const deleted = 'SELECT number FROM helve.tm_deleted WHERE memory = $1 AND locale = $2 ORDER BY number';
    return {
      keys: (await this.#first<{ keys: number }>(counted, [tag]))?.keys ?? 0,
      deleted: (await this.#all<{ number: number }>(deleted, [tag])).map(({ number }) => number),
      blocks: await this.#all<{ block: number; lengths: Uint8Array }>(blocks, [tag, fromBlock]),
    };
  }

  async postings(locale: LocaleId, block: number, groups: readonly number[]): Promise<readonly Uint8Array[]> {
    const sql = `SELECT gram_group, items FROM helve.tm_posting
      WHERE memory = $1 AND locale = $2 AND block = $3 AND gram_group = ANY($4::integer[])`;
    const rows = await this.#all<{ gram_group: number; items: Uint8Array }>(sql, [toColumnText(locale), block, groups]);
    const byGroup = new Map(rows.map((row) => [row.gram_group, row.items]));
    return groups.map((group) => byGroup.get(group) ?? new Uint8Array(0));
  }

  keys(locale: LocaleId, numbers: readonly number[]): Promise<readonly TmKeyRow[]> {
    return this.#keyRows(locale, 'number = ANY($3::integer[])', [numbers]);
  }

  keyRange(locale: LocaleId, start: number, end: number): Promise<readonly TmKeyRow[]> {
    return this.#keyRows(locale, 'number >= $3 AND number < $4', [start, end]);
  }

  putBlock(locale: LocaleId, { block, lengths, postings }: TmBlock): Promise<void> {
    return this.#write(async (runner, memory) => {
      const key = [memory, toColumnText(locale), block];
      const sql = `INSERT INTO helve.tm_block (memory, locale, block, lengths) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING`;
      if ((await runner.run(sql, [...key, Buffer.from(lengths)])) === 0) return;
      const nonEmpty = [...postings.entries()].filter(([, items]) => items.length > 0);
      await runner.run(
        `INSERT INTO helve.tm_posting (memory, locale, block, gram_group, items)
         SELECT $1, $2, $3, * FROM unnest($4::integer[], $5::bytea[])`,
        [...key, nonEmpty.map(([group]) => group), nonEmpty.map(([, items]) => Buffer.from(items))],
      );
      await grow(runner, memory);
    });
  }

  putSession(session: TmSession): Promise<void> {
    return this.#write(async (connection, memory) => {
      const sql = `INSERT INTO helve.tm_session (memory, id, started_at, json) VALUES ($1, $2, $3, $4)
        ON CONFLICT (memory, id) DO UPDATE SET started_at = excluded.started_at, json = excluded.json`;
      const values = [memory, toColumnText(session.id), session.startedAt, JSON.stringify(session)];
      await connection.run(sql, values);
      await grow(connection, memory);
    });
  }

  async sessions(): Promise<readonly TmSession[]> {
    const sql = 'SELECT json FROM helve.tm_session WHERE memory = $1 ORDER BY started_at COLLATE "C", place';
    return (await this.#all<{ json: string }>(sql)).map(({ json }) => fromSessionText(json));
  }

  async stats(): Promise<TmStats> {
    const counted = async (table: string, column: string) => {
      const sql = `SELECT ${column} AS name, entries::double precision AS entries FROM helve.${table}
        WHERE memory = $1 AND entries > 0 ORDER BY ${column} COLLATE "C"`;
      const rows = await this.#all<{ name: string; entries: number }>(sql);
      return Object.fromEntries(rows.map(({ name, entries }) => [fromColumnText(name), entries]));
    };
    const own = `SELECT entries::double precision AS entries,
      (SELECT count(*)::double precision FROM helve.tm_session WHERE memory = $1) AS sessions
      FROM helve.tm_memory WHERE id = $1`;
    const { entries, sessions } = (await this.#first<{ entries: number; sessions: number }>(own)) ?? {
      entries: 0,
      sessions: 0,
    };
    return {
      entries,
      locales: await counted('tm_locale', 'tag'),
      projects: await counted('tm_project', 'project'),
      sessions,
    };
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  async #keyRows(locale: LocaleId, condition: string, values: readonly SqlValue[]): Promise<readonly TmKeyRow[]> {
    const sql = `SELECT ${KEY_LIST} FROM helve.tm_key WHERE memory = $1 AND locale = $2 AND ${condition}`;
    const row = await this.#first<{ list: string }>(sql, [toColumnText(locale), ...values]);
    return toKeyRows(locale, row?.list ?? '[]');
  }

  async #all<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const memory = await this.#memory();
    return this.#connections.once((runner) => runner.all<Row>(sql, [memory, ...values]));
  }

  async #first<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row | undefined> {
    return (await this.#all<Row>(sql, values))[0];
  }

  /** Runs a transaction that holds the memory's lock: keys are numbered without gaps. */
  async #write<Result>(step: (runner: StatementRunner, memory: number) => Promise<Result>): Promise<Result> {
    const memory = await this.#memory();
    return this.#connections.write(async (runner) => {
      await lockNames(runner, [`tm ${memory}`]);
      return step(runner, memory);
    });
  }

  #memory(): Promise<number> {
    this.#id ??= this.#open().catch((error: unknown) => {
      this.#id = undefined;
      throw error;
    });
    return this.#id;
  }

  async #open(): Promise<number> {
    const name = toColumnText(this.#name);
    const find = 'SELECT id FROM helve.tm_memory WHERE name = $1';
    const make = 'INSERT INTO helve.tm_memory (name, revision, entries) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING';
    return this.#connections.once(async (runner) => {
      const known = await runner.first<{ id: number }>(find, [name]);
      if (known) return known.id;
      await runner.run(make, [name]);
      return (await runner.first<{ id: number }>(find, [name]))?.id ?? 0;
    });
  }
}

async function grow(runner: StatementRunner, memory: number): Promise<void> {
  await runner.run('UPDATE helve.tm_memory SET revision = revision + 1 WHERE id = $1', [memory]);
}
