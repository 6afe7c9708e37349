import type { Store } from '../store.js';
import { createTrailGuard, readTrailKey, type TrailKeyOptions } from '../trail/trail-guard.js';
import { createApiKeyStore } from './api-key-store.js';
import { createApprovalStore } from './approval-store.js';
import { createBlockTable } from './block-table.js';
import { createCacheStore } from './cache-store.js';
import { connectPostgres, type PostgresStoreOptions } from './connect-postgres.js';
import { createConfigStore } from './config-store.js';
import { createConsentStore } from './consent-store.js';
import { createCounterStore } from './counter-store.js';
import { createDiagnosticsStore } from './diagnostics-store.js';
import { createIdempotencyStore } from './idempotency-store.js';
import { createJournalStore } from './journal-store.js';
import { createLeaseStore } from './lease-store.js';
import { createMeasurementStore } from './measurement-store.js';
import { createQuotaStore } from './quota-store.js';
import { createResultStore } from './result-store.js';
import { createSessionStore } from './session-store.js';
import { createTrailStore } from './trail-store.js';

/** Opens a store in a Postgres database, which any number of machines may share. Its tables are in the schema `helve`. */
export async function openPostgresStore(
  options: PostgresStoreOptions & { readonly trailKey?: TrailKeyOptions },
): Promise<Store> {
  const { trailKey, ...connection } = options;
  const key = readTrailKey(trailKey);
  const connections = await connectPostgres(connection);
  const trail = createTrailStore(connections, createTrailGuard(connections.database, key));
  return Object.freeze({
    quota: createQuotaStore(connections),
    counter: createCounterStore(connections),
    lease: createLeaseStore(connections),
    cache: createCacheStore(connections),
    result: createResultStore(connections),
    measurements: createMeasurementStore(connections),
    diagnostics: createDiagnosticsStore(connections),
    idempotency: createIdempotencyStore(connections),
    consent: createConsentStore(connections),
    approvals: createApprovalStore(connections),
    apiKeys: createApiKeyStore(connections),
    sessions: createSessionStore(connections),
    config: createConfigStore(connections),
    journal: createJournalStore(connections),
    blocks: createBlockTable(connections),
    trail,
    close: async () => {
      await trail.close();
      await connections.close();
    },
  });
}
