export type { PostgresClient, PostgresPool } from './postgres/connections.js';
export { openPostgresStore, type PostgresStoreOptions } from './postgres/open-postgres-store.js';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.js';
export { storeErrors } from './store-errors.js';
export type { Store } from './store.js';
