/**
 * A memory in a file of its own.
 *
 *     tm_entry ── place ──▶ the content of an entry
 *     tm_key   ── locale, number ──▶ a key and the id of its entry
 *     tm_run   ── sorted runs of the index from hashes to places (of ids) and to numbers (of keys)
 *     tm_block ── the index for similar texts, opaque to storages
 *
 * A B-tree that grows by a million random keys would rewrite a page for each of them; runs that are sorted once and
 * merged from time to time cost a tenth.
 */
export const tmMigrations: readonly string[] = [
  `
  CREATE TABLE tm_state (
    id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, entries INTEGER NOT NULL, next_place INTEGER NOT NULL
  ) STRICT;
  INSERT INTO tm_state VALUES (1, 0, 0, 1);

  CREATE TABLE tm_locale (
    id INTEGER PRIMARY KEY, tag TEXT NOT NULL UNIQUE, keys INTEGER NOT NULL, entries INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE tm_project (project TEXT PRIMARY KEY, entries INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE tm_entry (place INTEGER PRIMARY KEY, id TEXT NOT NULL, keys TEXT NOT NULL, json TEXT NOT NULL) STRICT;

  CREATE TABLE tm_key (
    locale INTEGER NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, tiers INTEGER NOT NULL,
    hash INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (locale, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE tm_deleted (
    locale INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (locale, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tm_run (
    id INTEGER PRIMARY KEY AUTOINCREMENT, space INTEGER NOT NULL, level INTEGER NOT NULL, items BLOB NOT NULL
  ) STRICT;
  CREATE INDEX tm_run_space ON tm_run (space, level);

  CREATE TABLE tm_block (
    locale INTEGER NOT NULL, block INTEGER NOT NULL, lengths BLOB NOT NULL, PRIMARY KEY (locale, block)
  ) STRICT;
  CREATE TABLE tm_posting (
    locale INTEGER NOT NULL, block INTEGER NOT NULL, gram_group INTEGER NOT NULL, items BLOB NOT NULL,
    PRIMARY KEY (locale, block, gram_group)
  ) STRICT;

  CREATE TABLE tm_session (id TEXT PRIMARY KEY, started_at TEXT NOT NULL, json TEXT NOT NULL) STRICT;
  `,
];
