import { dirname, relative } from 'node:path';
import { readOptions } from '../read-options.js';
import type { Store } from '../store.js';
import { createTrailGuard, readTrailKey, type TrailKeyOptions } from '../trail/trail-guard.js';
import { createApiKeyStore } from './api-key-store.js';
import { createApprovalStore } from './approval-store.js';
import { createBlockTable } from './block-table.js';
import { createCacheStore } from './cache-store.js';
import { createConfigStore } from './config-store.js';
import { createConsentStore } from './consent-store.js';
import { createCounterStore } from './counter-store.js';
import { createDiagnosticsStore } from './diagnostics-store.js';
import { createIdempotencyStore } from './idempotency-store.js';
import { createJournalStore } from './journal-store.js';
import { createLeaseStore } from './lease-store.js';
import { createMeasurementStore } from './measurement-store.js';
import { createLogSync } from './log-sync.js';
import { connectFile, openFile, type SqliteFileOptions } from './open-file.js';
import { createQuotaStore } from './quota-store.js';
import { createResultStore } from './result-store.js';
import { createSessionStore } from './session-store.js';
import { createTrailStore } from './trail-store.js';

export interface SqliteStoreOptions extends SqliteFileOptions {
  readonly trailKey?: TrailKeyOptions;
}

/**
 * Opens a store in a SQLite file, which several processes of one machine may share.
 *
 *     durable ─▶ trail · approvals · consent · idempotency · sessions     on the disk before the call returns
 *                config · journal · blocks · apiKeys
 *     quick   ─▶ quota · counter · lease · cache · result                 survives a killed process; a power cut may
 *                measurements · diagnostics                               lose the last moments
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const { path: rawPath, trailKey } = readOptions(options, ['path', 'trailKey']);
  const key = readTrailKey(trailKey);
  const path = openFile({ path: rawPath });
  const durable = connectFile(path, 'FULL');
  const quick = connectFile(path, 'NORMAL');
  // Durable as well, with a flush of its own: while many calls wait for it, others continue.
  const trail = createTrailStore(quick, createLogSync(path), createTrailGuard(counterName(path, key), key));
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
    apiKeys: createApiKeyStore(durable),
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

/** Returns the path relative to the key: a project that is moved as a whole keeps its counter. */
function counterName(path: string, key: TrailKeyOptions | undefined): string {
  return key === undefined ? path : relative(dirname(key.file), path);
}
