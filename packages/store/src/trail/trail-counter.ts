import type { TrailHead } from '@helve/core';
import { Connection } from '../sqlite/connection.js';
import { openFile } from '../sqlite/open-file.js';
import { toStoreError } from '../sqlite/to-store-error.js';

/** Remembers the latest head of a trail, outside the store. */
export interface TrailCounter {
  read(): TrailHead | undefined;
  /** Raises the counter; never lowers it, whatever the order of processes. */
  raise(head: TrailHead): void;
  /** Sets the counter to a head that a person has accepted. */
  set(head: TrailHead): void;
  close(): void;
}

const COLUMNS = 'count INTEGER NOT NULL, hash TEXT NOT NULL';
const UPSERT =
  'INSERT INTO trail_counter VALUES (?, ?, ?) ON CONFLICT (place) DO UPDATE SET count = excluded.count, hash = excluded.hash';

/**
 * Creates a counter in a small database beside the key, whose locks end with the process that holds them. It need not
 * be durable at once: a counter that lags behind after a power cut detects less and raises no false alarm.
 */
export function createTrailCounter(file: string, location: string): TrailCounter {
  let opened: Connection | undefined;
  const connect = () => (opened ??= open(file));
  const attempt = <Result>(step: (connection: Connection) => Result): Result => {
    try {
      return step(connect());
    } catch (error) {
      throw toStoreError(error, file);
    }
  };
  return Object.freeze({
    read: () =>
      attempt((connection) =>
        connection.first<TrailHead>('SELECT count, hash FROM trail_counter WHERE place = ?', [location]),
      ),
    raise: ({ count, hash }) =>
      attempt((connection) => {
        connection.run(`${UPSERT} WHERE excluded.count > trail_counter.count`, [location, count, hash]);
      }),
    set: ({ count, hash }) => attempt((connection) => void connection.run(UPSERT, [location, count, hash])),
    close: () => {
      opened?.close();
      opened = undefined;
    },
  } satisfies TrailCounter);
}

/** Time to wait for another process that writes here; a write takes microseconds. */
const WAIT_MS = 2_000;

function open(file: string): Connection {
  const connection = new Connection(openFile({ path: file }), WAIT_MS);
  connection.all('PRAGMA journal_mode = WAL');
  connection.exec('PRAGMA synchronous = OFF');
  connection.exec(`CREATE TABLE IF NOT EXISTS trail_counter (place TEXT PRIMARY KEY, ${COLUMNS}) STRICT`);
  return connection;
}
