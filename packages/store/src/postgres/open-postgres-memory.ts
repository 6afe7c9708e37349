import type { TmStorage } from '@helve/l10n';
import { invalid } from '../read-options.js';
import { connectPostgres, type PostgresStoreOptions } from './connect-postgres.js';
import { PostgresTmStorage } from './tm-storage.js';

/** Opens a translation memory in a Postgres database, by its name; it is made when nobody wrote to it before. */
export async function openPostgresMemory(name: string, options: PostgresStoreOptions): Promise<TmStorage> {
  if (name === '') throw invalid('a memory needs a name');
  return new PostgresTmStorage(await connectPostgres(options), name);
}
