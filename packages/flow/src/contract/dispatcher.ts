import type { Delivery } from './journal-table.js';

/** Hands deliveries to live workers and notices dead ones. What it forgets, the journal hands out again. */
export interface Dispatcher {
  /** Whose workers it reaches: those of this process, or all. */
  readonly reach: 'process' | 'all';
  /** Takes deliveries; one that it has already is ignored. */
  send(deliveries: readonly Delivery[]): Promise<void>;
  /** The next delivery. With a signal, one that reaches all waits until there is some or the signal aborts. */
  next(queues: readonly string[], signal?: AbortSignal): Promise<Delivery | undefined>;
  /** Keeps deliveries for another while; returns those that others have by now. */
  extend(deliveries: readonly Delivery[]): Promise<readonly Delivery[]>;
  end(delivery: Delivery): Promise<void>;
  close(): Promise<void>;
}
