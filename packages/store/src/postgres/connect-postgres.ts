import type * as Driver from 'pg';
import { invalid, readOptions } from '../read-options.js';
import { storeErrors } from '../store-errors.js';
import { Connections, STATEMENT_MS, type PostgresPool } from './connections.js';
import { migrate } from './migrate.js';

export type PostgresStoreOptions =
  /** For example `postgres://user:password@host:5432/database`. */
  | { readonly connectionString: string; readonly pool?: never }
  /** A pool of the package `pg`; it stays open when the store is closed. */
  | { readonly pool: PostgresPool; readonly connectionString?: never };

/** Time limit of migrations: adding a column or an index to a large table is slow. */
const MIGRATION_MS = 600_000;

/** Connects to a database and migrates it to the current schema. */
export async function connectPostgres(options: PostgresStoreOptions, statementMs = STATEMENT_MS): Promise<Connections> {
  const connections = await connect(options, statementMs);
  const migrating = connections.forLong(MIGRATION_MS);
  try {
    await migrate(migrating);
    return connections;
  } catch (error) {
    await connections.close();
    throw error;
  } finally {
    await migrating.close();
  }
}

async function connect(options: PostgresStoreOptions, statementMs: number): Promise<Connections> {
  const { connectionString, pool } = readOptions(options, ['connectionString', 'pool']);
  if ((connectionString === undefined) === (pool === undefined))
    throw invalid('give `connectionString` or `pool`, one of them');
  if (pool !== undefined) {
    if (!isPool(pool)) throw invalid('`pool` is not a pool of the package "pg"');
    return new Connections(pool, 'the given pool', false, statementMs);
  }
  if (typeof connectionString !== 'string') throw invalid('`connectionString` is not a text');
  const database = databaseLabel(connectionString);
  const { Pool } = await loadDriver();
  const opened = new Pool({ connectionString, connectionTimeoutMillis: STATEMENT_MS });
  return new Connections(opened, database, true, statementMs);
}

/** Returns host and database for messages, without user and password. */
function databaseLabel(connectionString: string): string {
  const url = URL.canParse(connectionString) ? new URL(connectionString) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw invalid('`connectionString` does not look like postgres://user:password@host:5432/database');
  }
  return `${url.host}${url.pathname}`;
}

/** Loads the driver, which only users of Postgres install. */
async function loadDriver(): Promise<typeof Driver> {
  try {
    return await import('pg');
  } catch (cause) {
    throw storeErrors.create('STORE_DRIVER_MISSING', {}, { cause });
  }
}

function isPool(value: unknown): value is PostgresPool {
  return typeof value === 'object' && value !== null && 'connect' in value && 'end' in value && 'on' in value;
}
