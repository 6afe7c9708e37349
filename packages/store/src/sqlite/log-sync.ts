import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toStoreError } from './to-store-error.js';

/** Flushes SQLite's log to the disk. */
export interface LogSync {
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the flush of a file's log. A commit on a `NORMAL` connection ends in the log, and is as safe as one on a
 * `FULL` connection once the log is on the disk. Waiting here blocks nobody else, unlike waiting inside SQLite.
 */
export function createLogSync(path: string): LogSync {
  let log: FileHandle | undefined;
  return {
    sync: async () => {
      // A database in memory has no log.
      if (path === ':memory:') return;
      try {
        log ??= await openLog(path);
        await log.datasync();
      } catch (error) {
        throw toStoreError(error, path);
      }
    },
    close: async () => log?.close(),
  };
}

/** Opens the log after flushing its folder: a file whose directory entry is lost is lost. */
async function openLog(path: string): Promise<FileHandle> {
  // Windows cannot open folders.
  if (process.platform !== 'win32') await syncFolder(dirname(path));
  return open(`${path}-wal`, 'r+');
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
