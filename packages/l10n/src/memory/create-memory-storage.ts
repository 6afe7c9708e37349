import { canonicalJson, deepFreeze, frozenCopy } from '@helve/core';
import type { LocaleId } from '@helve/flow';
import { freezeRuns } from '@helve/flow/content';
import {
  BLOCK_KEYS,
  keyTiers,
  type TmBlock,
  type TmEntry,
  type TmFilter,
  type TmKey,
  type TmKeyRow,
  type TmSession,
  type TmStats,
  type TmStorage,
} from './contract.js';

/** A key with its entry, which saves a look-up; a newer entry with the same id replaces it. */
interface StoredKey extends TmKey {
  readonly number: number;
  entry: TmEntry;
}

/** The keys of one locale. */
interface LocaleKeys {
  /** By number; a hole is a deleted key. */
  readonly rows: (StoredKey | undefined)[];
  readonly deleted: Set<number>;
  readonly byHash: Map<number, StoredKey[]>;
  readonly blocks: Map<number, TmBlock>;
}

const none: readonly never[] = Object.freeze([]);

/** Creates a storage that lives as long as the process. */
export function createMemoryStorage(): TmStorage {
  const entries = new Map<string, TmEntry>();
  const numbers = new Map<string, readonly (readonly [LocaleId, number])[]>();
  const locales = new Map<LocaleId, LocaleKeys>();
  const sessions = new Map<string, TmSession>();
  let revision = 0;

  const keysOfLocale = (locale: LocaleId): LocaleKeys => {
    let known = locales.get(locale);
    if (known === undefined) {
      known = { rows: [], deleted: new Set(), byHash: new Map(), blocks: new Map() };
      locales.set(locale, known);
    }
    return known;
  };

  /** Stores an entry and returns its new keys. */
  function put(entry: TmEntry, keys: readonly TmKey[]): readonly StoredKey[] {
    const known = numbers.get(entry.id);
    entries.set(entry.id, frozen(entry));
    if (known === undefined) {
      const rows = keys.map((key) => addKey(entry, key));
      numbers.set(entry.id, countByLocale(rows));
      return rows;
    }
    const old = known.flatMap(([locale, number]) => locales.get(locale)?.rows[number] ?? []);
    const wanted = new Set(keys.map(keyName));
    const oldNames = new Set(old.map(keyName));
    for (const row of old) if (!wanted.has(keyName(row))) dropKey(row);
    const stay = old.filter((row) => wanted.has(keyName(row)));
    for (const row of stay) row.entry = entry;
    const fresh = keys.filter((key) => !oldNames.has(keyName(key))).map((key) => addKey(entry, key));
    numbers.set(entry.id, countByLocale([...stay, ...fresh]));
    return fresh;
  }

  function addKey(entry: TmEntry, key: TmKey): StoredKey {
    const { rows, byHash } = keysOfLocale(key.locale);
    const { locale, tiers, text, hash } = key;
    const row: StoredKey = { locale, tiers, text, hash, number: rows.length, entry };
    rows.push(row);
    const same = byHash.get(key.hash);
    if (same === undefined) byHash.set(key.hash, [row]);
    else same.push(row);
    return row;
  }

  function dropKey({ locale, number, hash }: StoredKey): void {
    const { rows, byHash, deleted } = keysOfLocale(locale);
    rows[number] = undefined;
    deleted.add(number);
    byHash.set(
      hash,
      (byHash.get(hash) ?? []).filter((other) => other.number !== number),
    );
  }

  function findEntries(ids: readonly string[]): readonly TmEntry[] {
    const found: TmEntry[] = [];
    for (const id of ids) {
      const entry = entries.get(id);
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  function drop(id: string): boolean {
    for (const [locale, number] of numbers.get(id) ?? []) {
      const row = locales.get(locale)?.rows[number];
      if (row !== undefined) dropKey(row);
    }
    numbers.delete(id);
    return entries.delete(id);
  }

  return {
    revision: () => revision,
    putMany: async (writes) => {
      const fresh = writes.flatMap(({ entry, keys }) => put(entry, keys));
      revision += 1;
      return fresh;
    },
    deleteMany: async (ids) => {
      const count = ids.filter(drop).length;
      if (count > 0) revision += 1;
      return count;
    },
    rows: (ids) => findEntries(ids),
    entries: (filter = {}) => sorted(entries, filter),

    exact: (locale, tier, hash, to) => {
      const ids: string[] = [];
      for (const { tiers, entry } of locales.get(locale)?.byHash.get(hash) ?? none) {
        if ((tiers & keyTiers[tier]) === 0) continue;
        // One source is often translated to many languages, in an entry each.
        if (to === undefined || entry.variants[to] !== undefined) ids.push(entry.id);
      }
      return ids;
    },
    lengths: async (locale, fromBlock) => {
      const { rows, deleted, blocks } = keysOfLocale(locale);
      return {
        keys: rows.length,
        deleted: [...deleted].toSorted((one, other) => one - other),
        blocks: [...blocks.values()]
          .filter(({ block }) => block >= fromBlock)
          .toSorted((one, other) => one.block - other.block),
      };
    },
    postings: async (locale, block, groups) => {
      const found = keysOfLocale(locale).blocks.get(block);
      return groups.map((group) => found?.postings[group] ?? new Uint8Array(0));
    },
    keys: async (locale, wanted) => {
      const { rows } = keysOfLocale(locale);
      return toRows(wanted.map((number) => rows[number]));
    },
    keyRange: async (locale, start, end) => toRows(keysOfLocale(locale).rows.slice(start, end)),
    putBlock: async (locale, block) => {
      const { blocks, rows } = keysOfLocale(locale);
      if (blocks.has(block.block) || rows.length < (block.block + 1) * BLOCK_KEYS) return;
      blocks.set(block.block, block);
      revision += 1;
    },

    putSession: async (session) => {
      sessions.set(session.id, frozenCopy(session));
      revision += 1;
    },
    sessions: async () => [...sessions.values()].toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1)),
    stats: async () => toStats(entries, sessions.size),
    close: async () => undefined,
  };
}

/** Deep-freezes an entry, most of which is content. */
function frozen(entry: TmEntry): TmEntry {
  const { variants, entities, properties, origins } = entry;
  for (const locale of Object.keys(variants)) freezeRuns(variants[locale] ?? []);
  Object.freeze(variants);
  Object.freeze(properties);
  for (const list of [entities, origins]) if (!Object.isFrozen(list)) deepFreeze(list);
  return Object.freeze(entry);
}

function toRows(keys: readonly (StoredKey | undefined)[]): readonly TmKeyRow[] {
  const rows: TmKeyRow[] = [];
  for (const key of keys) {
    if (key === undefined) continue;
    const { locale, tiers, text, hash, number, entry } = key;
    rows.push({ locale, tiers, text, hash, number, entry: entry.id });
  }
  return rows;
}

function countByLocale(rows: readonly StoredKey[]): readonly (readonly [LocaleId, number])[] {
  return rows.map(({ locale, number }) => [locale, number]);
}

function keyName({ locale, tiers, text }: TmKey): string {
  return canonicalJson([locale, tiers, text]);
}

async function* sorted(entries: ReadonlyMap<string, TmEntry>, filter: TmFilter): AsyncGenerator<TmEntry> {
  const { locales = [], project, after = '' } = filter;
  for (const id of [...entries.keys()].toSorted()) {
    const entry = entries.get(id);
    if (entry === undefined || id <= after) continue;
    if (project !== undefined && entry.project !== project) continue;
    if (locales.every((locale) => entry.variants[locale] !== undefined)) yield entry;
  }
}

function toStats(entries: ReadonlyMap<string, TmEntry>, sessions: number): TmStats {
  const locales: Record<string, number> = {};
  const projects: Record<string, number> = {};
  for (const { variants, project } of entries.values()) {
    for (const locale of Object.keys(variants)) locales[locale] = (locales[locale] ?? 0) + 1;
    if (project !== undefined) projects[project] = (projects[project] ?? 0) + 1;
  }
  return { entries: entries.size, locales, projects, sessions };
}
