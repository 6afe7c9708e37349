import type { WorkerEvent, WorkerEventType } from './worker-event.js';

/** Event types that a full buffer drops, in this order; other types are never dropped. */
const dropOrder: readonly WorkerEventType[] = ['resource_snapshot', 'progress_changed', 'block_reason_changed'];

export interface SubscriptionOptions {
  readonly maxBuffered: number;
  readonly wants: (event: WorkerEvent) => boolean;
  /** The event that ends the subscription. */
  readonly endsWith: (event: WorkerEvent) => boolean;
  readonly onClose: () => void;
}

const end: IteratorResult<never> = Object.freeze({ done: true, value: undefined });

/** The events of one subscriber. A slow subscriber gets merged progress and loses only a few types of events. */
export class EventSubscription implements AsyncIterableIterator<WorkerEvent> {
  readonly #options: SubscriptionOptions;
  #buffer: WorkerEvent[] = [];
  #waiting: ((result: IteratorResult<WorkerEvent>) => void)[] = [];
  #dropped = 0;
  #closed = false;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
  }

  /** Number of events that this subscriber did not get. */
  get dropped(): number {
    return this.#dropped;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  push(event: WorkerEvent): void {
    if (this.#closed || !this.#options.wants(event)) return;
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) waiting({ done: false, value: event });
    else this.#keep(event);
    if (this.#options.endsWith(event)) this.finish();
  }

  /** Counts events that were forgotten before the subscription. */
  miss(count: number): void {
    this.#dropped += count;
  }

  next(): Promise<IteratorResult<WorkerEvent>> {
    const value = this.#buffer.shift();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#closed) return Promise.resolve(end);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  return(): Promise<IteratorResult<WorkerEvent>> {
    this.close();
    return Promise.resolve(end);
  }

  /** Ends the subscription and drops buffered events. */
  close(): void {
    this.#buffer = [];
    this.finish();
  }

  /** Ends the subscription after its buffered events. */
  finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.onClose();
    for (const resolve of this.#waiting.splice(0)) resolve(end);
  }

  #keep(event: WorkerEvent): void {
    if (event.type === 'progress_changed') this.#merge(event);
    this.#buffer.push(event);
    if (this.#buffer.length > this.#options.maxBuffered) this.#makeRoom();
  }

  /** Replaces earlier progress of the same job by the latest. */
  #merge({ callId, jobId }: WorkerEvent): void {
    const same = this.#buffer.findIndex(
      (held) => held.type === 'progress_changed' && held.callId === callId && held.jobId === jobId,
    );
    if (same >= 0) this.#buffer.splice(same, 1);
  }

  #makeRoom(): void {
    for (const type of dropOrder) {
      const oldest = this.#buffer.findIndex((held) => held.type === type);
      if (oldest < 0) continue;
      this.#buffer.splice(oldest, 1);
      this.#dropped += 1;
      return;
    }
  }
}
