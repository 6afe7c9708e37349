import type { ApprovalStore } from '@helve/core';
import type { CacheStore } from '../port/cache-store.js';
import type { ConsentStore } from '../port/consent-store.js';
import type { CounterStore } from '../port/counter-store.js';
import type { IdempotencyStore } from '../port/idempotency-store.js';
import type { LeaseStore } from '../port/lease-store.js';
import type { QuotaStore } from '../port/quota-store.js';
import type { ResultStore } from '../port/result-store.js';
import { createMemoryApprovalStore } from './memory-approval-store.js';
import { createMemoryCacheStore } from './memory-cache-store.js';
import { createMemoryConsentStore } from './memory-consent-store.js';
import { createMemoryCounterStore } from './memory-counter-store.js';
import { createMemoryIdempotencyStore } from './memory-idempotency-store.js';
import { createMemoryLeaseStore } from './memory-lease-store.js';
import { createMemoryQuotaStore } from './memory-quota-store.js';
import { createMemoryResultStore } from './memory-result-store.js';

/** One store for every port that the rules need. */
export interface GovernStores {
  readonly approvals: ApprovalStore;
  readonly cache: CacheStore;
  readonly consent: ConsentStore;
  readonly counter: CounterStore;
  readonly idempotency: IdempotencyStore;
  readonly lease: LeaseStore;
  readonly quota: QuotaStore;
  readonly result: ResultStore;
}

/** Creates all stores for one process; their content ends with it. */
export function createMemoryStores(): GovernStores {
  return Object.freeze({
    approvals: createMemoryApprovalStore(),
    cache: createMemoryCacheStore(),
    consent: createMemoryConsentStore(),
    counter: createMemoryCounterStore(),
    idempotency: createMemoryIdempotencyStore(),
    lease: createMemoryLeaseStore(),
    quota: createMemoryQuotaStore(),
    result: createMemoryResultStore(),
  });
}
