import type { Part } from '../../contract/part.js';

/** Parts that travel together. Whoever holds a batch owns it and may change the list. */
export type Batch = Part[];

/** Where a stage takes its parts from. */
export interface BatchSource {
  /** The next batch, at once where there is one; undefined after the last. Throws what the producer failed with. */
  take(): Batch | undefined | Promise<Batch | undefined>;
  /** Says that nothing more will be taken: the producer stops at its next batch. */
  cancel(): void;
}

/** Where a stage puts its parts. */
export interface BatchSink {
  /** A promise only where the consumer is behind. */
  put(batch: Batch): void | Promise<void>;
  close(): void;
  /** Ends the stream with an error, which the consumer meets after the batches before it. */
  fail(error: unknown): void;
}

/** Thrown into a producer whose consumer has stopped reading; ends the producer without an error report. */
export const stopped: Error = new Error('The consumer takes no more');

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** Between two stages: holds a few batches, and a full channel stops its producer. One producer, one consumer. */
export class Channel implements BatchSource, BatchSink {
  readonly #capacity: number;
  readonly #batches: Batch[] = [];
  #taker: Waiting<Batch | undefined> | undefined;
  #putter: (Waiting<void> & { readonly batch: Batch }) | undefined;
  #end: { readonly error?: { readonly reason: unknown } } | undefined;
  #cancelled: { readonly reason: unknown } | undefined;

  constructor(capacity = 2) {
    this.#capacity = capacity;
  }

  take(): Batch | undefined | Promise<Batch | undefined> {
    if (this.#cancelled !== undefined) throw this.#cancelled.reason;
    const batch = this.#batches.shift();
    if (batch !== undefined) {
      this.#admit();
      return batch;
    }
    if (this.#end === undefined) return new Promise((resolve, reject) => (this.#taker = { resolve, reject }));
    if (this.#end.error !== undefined) throw this.#end.error.reason;
    return undefined;
  }

  put(batch: Batch): void | Promise<void> {
    if (this.#cancelled !== undefined) throw this.#cancelled.reason;
    if (batch.length === 0) return;
    if (this.#taker !== undefined) return this.#hand(batch);
    if (this.#batches.length < this.#capacity) {
      this.#batches.push(batch);
      return;
    }
    return new Promise((resolve, reject) => (this.#putter = { resolve, reject, batch }));
  }

  close(): void {
    this.#finish({});
  }

  fail(reason: unknown): void {
    this.#finish({ error: { reason } });
  }

  cancel(): void {
    this.abort(stopped);
  }

  /** Ends the channel on both sides at once; what it holds is gone. */
  abort(reason: unknown): void {
    if (this.#cancelled !== undefined) return;
    this.#cancelled = { reason };
    this.#batches.length = 0;
    this.#putter?.reject(reason);
    this.#taker?.reject(reason);
    this.#putter = undefined;
    this.#taker = undefined;
  }

  #hand(batch: Batch): void {
    const taker = this.#taker;
    this.#taker = undefined;
    taker?.resolve(batch);
  }

  /** Lets the producer that waits put its batch. */
  #admit(): void {
    const putter = this.#putter;
    if (putter === undefined) return;
    this.#putter = undefined;
    this.#batches.push(putter.batch);
    putter.resolve();
  }

  #finish(end: { readonly error?: { readonly reason: unknown } }): void {
    if (this.#end !== undefined || this.#cancelled !== undefined) return;
    this.#end = end;
    const taker = this.#taker;
    this.#taker = undefined;
    if (end.error === undefined) taker?.resolve(undefined);
    else taker?.reject(end.error.reason);
  }
}
