import type { SessionStore } from '@helve/agent';
import type { ApprovalStore } from '@helve/core';
import type { BlockTable } from '@helve/flow';
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

/** Everything that Helve keeps, behind the ports that other rooms declare. */
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
  /** Who may call over HTTP, by what they show. */
  readonly apiKeys: ApiKeyStore;
  /** Conversations with agents. */
  readonly sessions: SessionStore;
  /** What is kept of the instances of capabilities. */
  readonly config: ConfigStore;
  readonly measurements: MeasurementStore;
  /** What happened to workers and jobs. */
  readonly journal: JournalStore;
  /** What workers said and printed. */
  readonly diagnostics: DiagnosticsStore;
  /** The rows of a block store: `createBlockStore(store.blocks)`. */
  readonly blocks: BlockTable;
  /** Writes what is under way, then lets go of the database. */
  close(): Promise<void>;
}
