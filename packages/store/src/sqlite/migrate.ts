import { storeErrors } from '../store-errors.js';
import type { Connection } from './connection.js';
import { migrations } from './migrations.js';
import { fileLabel } from './to-store-error.js';

/** One kind of file: the name that it stores, and the steps to its current schema. */
export interface FileKind {
  readonly table: string;
  readonly steps: readonly string[];
  /** Page size of a new file. Default: 4,096. */
  readonly pageBytes?: number;
}

const storeFile: FileKind = { table: 'helve_schema', steps: migrations };

/** Migrates a file to the current schema in one step; of two concurrent processes, the second finds it done. */
export function migrate(connection: Connection, kind: FileKind = storeFile): void {
  const { table, steps, pageBytes } = kind;
  if (readVersion(connection, table) === steps.length) return;
  // A file that already has pages keeps their size.
  if (pageBytes !== undefined) connection.exec(`PRAGMA page_size = ${pageBytes}`);
  connection.writeNow(() => {
    const version = readVersion(connection, table);
    if (version > steps.length) {
      const facts = { database: fileLabel(connection.path), found: version, known: steps.length };
      throw storeErrors.create('STORE_SCHEMA_NEWER', facts);
    }
    if (version === 0) connection.exec(`CREATE TABLE ${table} (version INTEGER NOT NULL) STRICT`);
    for (const sql of steps.slice(version)) connection.exec(sql);
    connection.exec(`DELETE FROM ${table}`);
    connection.run(`INSERT INTO ${table} VALUES (?)`, [steps.length]);
  });
}

/** Returns the schema version of a file, 0 for an empty one; refuses a file that something else created. */
function readVersion(connection: Connection, table: string): number {
  const tables = connection.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`);
  if (tables.length === 0) return 0;
  if (!tables.some(({ name }) => name === table)) {
    throw storeErrors.create('STORE_FILE_FOREIGN', { path: fileLabel(connection.path) });
  }
  return connection.first<{ version: number }>(`SELECT version FROM ${table}`)?.version ?? 0;
}
