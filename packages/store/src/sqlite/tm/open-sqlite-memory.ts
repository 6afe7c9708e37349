import type { TmStorage } from '@helve/l10n';
import { connectFile, openFile, type SqliteFileOptions } from '../open-file.js';
import { tmMigrations } from './tm-schema.js';
import { SqliteTmStorage } from './tm-storage.js';

/** Large pages: nearly all writes append, which costs less there. */
const memoryFile = { table: 'helve_memory', steps: tmMigrations, pageBytes: 16_384 };

/**
 * Opens a translation memory in a SQLite file of its own, which several processes of one machine may share. A killed
 * process loses nothing; a power cut may lose the last moments, which can be imported again.
 */
export function openSqliteMemory(options: SqliteFileOptions): TmStorage {
  const connection = connectFile(openFile(options), 'NORMAL', memoryFile);
  // Imports write much: pages that change again soon stay in the cache.
  connection.exec('PRAGMA cache_size = -32768');
  connection.all('PRAGMA wal_autocheckpoint = 2000');
  return new SqliteTmStorage(connection);
}
