import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { invalid, readOptions } from '../read-options.js';
import type { Store } from '../store.js';
import { createApprovalStore } from './approval-store.js';
import { createBlockTable } from './block-table.js';
import { createCacheStore } from './cache-store.js';
import { Connection } from './connection.js';
import { createConfigStore } from './config-store.js';
import { createConsentStore } from './consent-store.js';
import { createCounterStore } from './counter-store.js';
import { createDiagnosticsStore } from './diagnostics-store.js';
import { createIdempotencyStore } from './idempotency-store.js';
import { createJournalStore } from './journal-store.js';
import { createLeaseStore } from './lease-store.js';
import { createMeasurementStore } from './measurement-store.js';
import { migrate } from './migrate.js';
import { createQuotaStore } from './quota-store.js';
import { createResultStore } from './result-store.js';
import { createSessionStore } from './session-store.js';
import { isBusy, toStoreError } from './to-store-error.js';
import { createTrailStore } from './trail-store.js';

export interface SqliteStoreOptions {
  /** A file, made with its folder if it is not there; or `:memory:`, which ends with the process. */
  readonly path: string;
}

/**
 * Opens a store in a SQLite file, which several processes of one machine may share.
 *
 *     durable ─▶ trail · approvals · consent · idempotency · sessions     on the disk before it is answered
 *                config · journal · blocks
 *     quick   ─▶ quota · counter · lease · cache · result                 safe from a killed process; a power cut may
 *                measurements · diagnostics                               cost the last moments, which these can bear
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const path = readPath(options);
  if (path !== MEMORY) makeFile(path);
  const durable = connect(path, 'FULL');
  const quick = connect(path, 'NORMAL');
  const trail = createTrailStore(durable);
  return Object.freeze({
    quota: createQuotaStore(quick),
    counter: createCounterStore(quick),
    lease: createLeaseStore(quick),
    cache: createCacheStore(quick),
    result: createResultStore(quick),
    measurements: createMeasurementStore(quick),
    diagnostics: createDiagnosticsStore(quick),
    idempotency: createIdempotencyStore(durable),
    consent: createConsentStore(durable),
    approvals: createApprovalStore(durable),
    sessions: createSessionStore(durable),
    config: createConfigStore(durable),
    journal: createJournalStore(durable),
    blocks: createBlockTable(durable),
    trail,
    close: async () => {
      await trail.close();
      durable.close();
      quick.close();
    },
  });
}

const MEMORY = ':memory:';
const OPEN_PATIENCE_MS = 10_000;

function readPath(options: SqliteStoreOptions): string {
  const { path } = readOptions(options, ['path']);
  if (typeof path !== 'string' || path === '') throw invalid('`path` is not the path of a file');
  if (path.includes('\0')) throw invalid('`path` holds a NUL character');
  // An absolute path is never taken for an address of a server.
  return path === MEMORY ? path : resolve(path);
}

/** What is kept here is nobody else's business. SQLite gives its side files the mode of the file. */
function makeFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw toStoreError(error, path);
  }
}

function connect(path: string, synchronous: 'FULL' | 'NORMAL'): Connection {
  const connection = new Connection(path);
  try {
    untilFree(() => {
      connection.exec('PRAGMA foreign_keys = ON');
      // Asked before anything is written: a file of something else stays as it is.
      migrate(connection);
      connection.all('PRAGMA journal_mode = WAL');
      connection.exec(`PRAGMA synchronous = ${synchronous}`);
    });
    return connection;
  } catch (error) {
    connection.close();
    throw toStoreError(error, path);
  }
}

/** Processes that open one file at the same time wait for each other. */
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
