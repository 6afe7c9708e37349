import type * as Driver from 'pg';
import { invalid, readOptions } from '../read-options.js';
import { storeErrors } from '../store-errors.js';
import type { Store } from '../store.js';
import { createApprovalStore } from './approval-store.js';
import { createBlockTable } from './block-table.js';
import { createCacheStore } from './cache-store.js';
import { Connections, type PostgresPool } from './connections.js';
import { createConfigStore } from './config-store.js';
import { createConsentStore } from './consent-store.js';
import { createCounterStore } from './counter-store.js';
import { createDiagnosticsStore } from './diagnostics-store.js';
import { createIdempotencyStore } from './idempotency-store.js';
import { createJournalStore } from './journal-store.js';
import { createLeaseStore } from './lease-store.js';
import { createMeasurementStore } from './measurement-store.js';
import { migrate } from './migrate.js';
import { createQuotaStore } from './quota-store.js';
import { createResultStore } from './result-store.js';
import { createSessionStore } from './session-store.js';
import { createTrailStore } from './trail-store.js';

export type PostgresStoreOptions =
  /** Such as `postgres://user:password@host:5432/database`. */
  | { readonly connectionString: string; readonly pool?: never }
  /** A pool of the package `pg`, which stays open when the store is closed. */
  | { readonly pool: PostgresPool; readonly connectionString?: never };

/** Opens a store in a Postgres database, which any number of machines may share. Its tables are in the schema `helve`. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const connections = await connect(options);
  try {
    await migrate(connections);
  } catch (error) {
    await connections.close();
    throw error;
  }
  const trail = createTrailStore(connections);
  return Object.freeze({
    quota: createQuotaStore(connections),
    counter: createCounterStore(connections),
    lease: createLeaseStore(connections),
    cache: createCacheStore(connections),
    result: createResultStore(connections),
    measurements: createMeasurementStore(connections),
    diagnostics: createDiagnosticsStore(connections),
    idempotency: createIdempotencyStore(connections),
    consent: createConsentStore(connections),
    approvals: createApprovalStore(connections),
    sessions: createSessionStore(connections),
    config: createConfigStore(connections),
    journal: createJournalStore(connections),
    blocks: createBlockTable(connections),
    trail,
    close: async () => {
      await trail.close();
      await connections.close();
    },
  });
}

const CONNECT_TIMEOUT_MS = 10_000;

async function connect(options: PostgresStoreOptions): Promise<Connections> {
  const { connectionString, pool } = readOptions(options, ['connectionString', 'pool']);
  if ((connectionString === undefined) === (pool === undefined))
    throw invalid('give `connectionString` or `pool`, one of them');
  if (pool !== undefined) {
    if (!isPool(pool)) throw invalid('`pool` is not a pool of the package "pg"');
    return new Connections(pool, 'the given pool', false);
  }
  if (typeof connectionString !== 'string') throw invalid('`connectionString` is not a text');
  const place = placeOf(connectionString);
  const { Pool } = await loadDriver();
  const opened = new Pool({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  return new Connections(opened, place, true);
}

/** Host and database, for messages; user and password stay here. */
function placeOf(connectionString: string): string {
  const url = URL.canParse(connectionString) ? new URL(connectionString) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw invalid('`connectionString` does not look like postgres://user:password@host:5432/database');
  }
  return `${url.host}${url.pathname}`;
}

/** Only those who use Postgres have its driver. */
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
