export type { PostgresStoreOptions } from './postgres/connect-postgres.js';
export type { PostgresClient, PostgresPool } from './postgres/connections.js';
export { openPostgresMemory } from './postgres/tm/open-postgres-memory.js';
export { openPostgresStore } from './postgres/open-postgres-store.js';
export { openSqliteMemory } from './sqlite/tm/open-sqlite-memory.js';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.js';
export { storeErrors } from './store-errors.js';
export type { Store } from './store.js';
export type { TrailKeyOptions } from './trail/trail-guard.js';
