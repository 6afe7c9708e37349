import type { TmStorage } from '@helve/l10n';
import { invalid } from '../../read-options.js';
import { connectPostgres, type PostgresStoreOptions } from '../connect-postgres.js';
import { PostgresTmStorage } from './tm-storage.js';

/** Time limit of one statement: imports write large batches. */
const BATCH_MS = 60_000;

/** Opens the translation memory with this name in a Postgres database; the first write creates it. */
export async function openPostgresMemory(name: string, options: PostgresStoreOptions): Promise<TmStorage> {
  if (name === '') throw invalid('a memory needs a name');
  return new PostgresTmStorage(await connectPostgres(options, BATCH_MS), name);
}
