import type Database from 'libsql/promise';
import type { Connection } from './connection.js';

// Small steps, none of which takes long.
const EVERY_CHARS = 1 << 20;

// Maximum number of pages in the log before SQLite itself makes a commit wait for a checkpoint.
const MAX_LOG_PAGES = 4_000;

/** Copies the log of a file into the file from time to time. */
export interface Checkpoints {
  /** Reports how much was written. */
  wrote(chars: number): void;
  /** Resolves when no checkpoint is running. */
  close(): Promise<void>;
}

/**
 * Runs checkpoints on a thread of the driver while others write. A checkpoint waits for the disk twice; SQLite would
 * run it at the end of a commit, where everybody waits with it.
 *
 *     commit · commit · commit · commit · commit
 *                 └─▶ checkpoint ─┘
 */
export function createCheckpoints(connection: Connection): Checkpoints {
  const { path } = connection;
  // A database in memory has no log.
  if (path === ':memory:') return { wrote: () => {}, close: async () => {} };
  connection.exec(`PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES}`);
  let database: Database | undefined;
  let underWay: Promise<void> | undefined;
  let chars = 0;

  async function run(): Promise<void> {
    try {
      database ??= await connect(path);
      await database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // The log still holds all of it, for the next checkpoint or for SQLite's own.
    }
    underWay = undefined;
  }

  return {
    wrote: (more) => {
      chars += more;
      if (chars < EVERY_CHARS || underWay !== undefined) return;
      chars = 0;
      underWay = run();
    },
    close: async () => {
      await underWay;
      database?.close();
    },
  };
}

/** Opens a connection on first use: most processes write too little to need one. */
async function connect(path: string): Promise<Database> {
  const { default: Driver } = await import('libsql/promise');
  return new Driver(path, {});
}
