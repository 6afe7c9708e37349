import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toStoreError } from './to-store-error.js';

/** Brings what SQLite has appended to its log onto the disk. */
export interface LogSync {
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A commit of a connection that is `NORMAL` ends in the log of its file, and is as safe as one of a connection that is
 * `FULL` once that log is on the disk. To wait for the disk here keeps nobody else waiting, as it would inside of SQLite.
 */
export function createLogSync(path: string): LogSync {
  let log: FileHandle | undefined;
  return {
    sync: async () => {
      // A database in memory has none.
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

/** The log, after its folder: a file whose name is lost is lost. */
async function openLog(path: string): Promise<FileHandle> {
  // Windows opens no folders.
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
