import { storeErrors } from '../store-errors.js';
import type { Connection } from './connection.js';
import { migrations } from './migrations.js';

/** Brings a file to the present schema, in one step; of two processes that come at once, the second finds it done. */
export function migrate(connection: Connection): void {
  if (versionOf(connection) === migrations.length) return;
  connection.writeNow(() => {
    const version = versionOf(connection);
    if (version > migrations.length) {
      const facts = { place: connection.path, found: version, known: migrations.length };
      throw storeErrors.create('STORE_SCHEMA_NEWER', facts);
    }
    if (version === 0) connection.exec('CREATE TABLE helve_schema (version INTEGER NOT NULL) STRICT');
    for (const sql of migrations.slice(version)) connection.exec(sql);
    connection.exec('DELETE FROM helve_schema');
    connection.run('INSERT INTO helve_schema VALUES (?)', [migrations.length]);
  });
}

/** The version of a file, 0 for an empty one; refuses a file that was made by something else. */
function versionOf(connection: Connection): number {
  const tables = connection.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`);
  if (tables.length === 0) return 0;
  if (!tables.some(({ name }) => name === 'helve_schema')) {
    throw storeErrors.create('STORE_FILE_FOREIGN', { path: connection.path });
  }
  return connection.first<{ version: number }>('SELECT version FROM helve_schema')?.version ?? 0;
}
