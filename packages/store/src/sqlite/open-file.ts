import { closeSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '../make-folder.js';
import { invalid, readOptions } from '../read-options.js';
import { Connection } from './connection.js';
import { migrate, type FileKind } from './migrate.js';
import { isBusy, toStoreError } from './to-store-error.js';

/** Location of a database. */
export interface SqliteFileOptions {
  /** A file, created with its folder when missing; or `:memory:`, which ends with the process. */
  readonly path: string;
}

/** Creates the file of these options when it is missing; returns its absolute path. */
export function openFile(options: { readonly [K in keyof SqliteFileOptions]: unknown }): string {
  const path = readPath(options);
  if (path !== MEMORY) makeFile(path);
  return path;
}

const MEMORY = ':memory:';
const OPEN_PATIENCE_MS = 10_000;

function readPath(options: unknown): string {
  const { path } = readOptions(options, ['path']);
  if (typeof path !== 'string' || path === '') throw invalid('`path` is not the path of a file');
  if (path.includes('\0')) throw invalid('`path` holds a NUL character');
  // An absolute path is never taken for the URL of a server.
  return path === MEMORY ? path : resolve(path);
}

/** Creates a file that only its owner can read. SQLite gives its side files the same mode. */
function makeFile(path: string): void {
  try {
    makeFolder(dirname(path), 0o700);
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw toStoreError(error, path);
  }
}

/** Connects to a file and migrates it to the current schema of its kind. */
export function connectFile(path: string, synchronous: 'FULL' | 'NORMAL', kind?: FileKind): Connection {
  const connection = new Connection(path);
  try {
    untilFree(() => {
      connection.exec('PRAGMA foreign_keys = ON');
      // Checked before anything is written: a file of something else stays as it is.
      migrate(connection, kind);
      connection.all('PRAGMA journal_mode = WAL');
      connection.exec(`PRAGMA synchronous = ${synchronous}`);
    });
    return connection;
  } catch (error) {
    connection.close();
    throw toStoreError(error, path);
  }
}

/** Retries while another process opens the same file. */
function untilFree(step: () => void): void {
  const giveUpAt = performance.now() + OPEN_PATIENCE_MS;
  for (;;) {
    try {
      step();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20);
    }
  }
}
