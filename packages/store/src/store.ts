import type { SessionStore } from '@helve/agent';
import type { ApprovalStore } from '@helve/core';
import type { BlockTable } from '@helve/flow/engine';
import type {
  ApiKeyStore,
  CacheStore,
  ConsentStore,
  CounterStore,
  IdempotencyStore,
  IdempotentResults,
  LeaseStore,
  QuotaStore,
  ResultStore,
} from '@helve/govern';
import type { GuardedTrail } from './trail/trail-guard.js';
import type { ConfigStore, DiagnosticsStore, JournalStore, MeasurementStore } from '@helve/worker/host';

/** Everything that Helve stores, behind the ports that other packages declare. */
export interface Store {
  readonly quota: QuotaStore;
  readonly counter: CounterStore;
  readonly lease: LeaseStore;
  readonly cache: CacheStore;
  readonly idempotency: IdempotencyStore & IdempotentResults;
  readonly consent: ConsentStore;
  readonly result: ResultStore;
  readonly approvals: ApprovalStore;
  readonly trail: Omit<GuardedTrail, 'close'>;
  /** Keys for callers over HTTP. */
  readonly apiKeys: ApiKeyStore;
  /** Conversations with agents. */
  readonly sessions: SessionStore;
  /** Records of the instances of capabilities. */
  readonly config: ConfigStore;
  readonly measurements: MeasurementStore;
  /** Events of workers and jobs. */
  readonly journal: JournalStore;
  /** Log lines and output of workers. */
  readonly diagnostics: DiagnosticsStore;
  /** The rows of a block store: `createBlockStore(store.blocks)`. */
  readonly blocks: BlockTable;
  /** Finishes pending writes, then closes the database. */
  close(): Promise<void>;
}
