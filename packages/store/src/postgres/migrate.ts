import { storeErrors } from '../store-errors.js';
import { lockNames, type Connections, type StatementRunner } from './connections.js';
import { migrations } from './migrations.js';

/** Migrates a database to the current schema in one step; of two concurrent processes, the second finds it done. */
export async function migrate(connections: Connections): Promise<void> {
  if ((await connections.once(readVersion)) === migrations.length) return;
  await connections.write(async (runner) => {
    await lockNames(runner, ['helve schema']);
    const version = await readVersion(runner);
    if (version > migrations.length) {
      const facts = { database: connections.database, found: version, known: migrations.length };
      throw storeErrors.create('STORE_SCHEMA_NEWER', facts);
    }
    if (version === 0) {
      if (!(await exists(runner, SCHEMA))) await runner.run('CREATE SCHEMA helve');
      await runner.run('CREATE TABLE helve.helve_schema (version integer NOT NULL)');
    }
    for (const sql of migrations.slice(version)) await runner.run(sql);
    await runner.run('DELETE FROM helve.helve_schema');
    await runner.run('INSERT INTO helve.helve_schema VALUES ($1)', [migrations.length]);
  });
}

// Reads the catalog tables: `to_regclass` may answer from a cache that does not include another session's commit.
const SCHEMA = `SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'helve'`;
const TABLE = `SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'helve' AND tablename = 'helve_schema'`;

/** Returns the schema version of a database; 0 without our schema. */
async function readVersion(runner: StatementRunner): Promise<number> {
  if (!(await exists(runner, TABLE))) return 0;
  return (await runner.first<{ version: number }>('SELECT version FROM helve.helve_schema'))?.version ?? 0;
}

async function exists(runner: StatementRunner, sql: string): Promise<boolean> {
  return (await runner.first(sql)) !== undefined;
}
