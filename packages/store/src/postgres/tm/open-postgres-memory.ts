import type { TmStorage } from '@helve/l10n';
import { invalid } from '../../read-options.js';
import { connectPostgres, type PostgresStoreOptions } from '../connect-postgres.js';
import { PostgresTmStorage } from './tm-storage.js';

/** Imports write much in one statement. */
const BATCH_MS = 60_000;

/** Opens a translation memory in a Postgres database, by its name; it is made when nobody wrote to it before. */
export async function openPostgresMemory(name: string, options: PostgresStoreOptions): Promise<TmStorage> {
  if (name === '') throw invalid('a memory needs a name');
  return new PostgresTmStorage(await connectPostgres(options, BATCH_MS), name);
}
