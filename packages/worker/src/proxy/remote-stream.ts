import type { CallResult, ChunkParams, Credit } from '../wire/frame.js';
import { RemoteCall, type CallOwner } from './remote-call.js';

/** Sends acknowledgements on behalf of streams. */
export interface StreamOwner extends CallOwner {
  ack(id: string, seq: number): void;
}

interface Waiting {
  readonly resolve: (result: IteratorResult<unknown>) => void;
  readonly reject: (error: Error) => void;
}

interface Chunk {
  readonly value: unknown;
  readonly seq: number;
}

const end: IteratorResult<never> = Object.freeze({ done: true, value: undefined });

/** Received chunks of a stream; returns credit as they are consumed, so that memory stays within the window. */
export class RemoteStream extends RemoteCall implements AsyncIterableIterator<unknown> {
  readonly #owner: StreamOwner;
  readonly #ackEvery: number;
  readonly #graceMs: number;
  #chunks: Chunk[] = [];
  #head = 0;
  #received = 0;
  #consumed = 0;
  #acked = 0;
  #waiting: Waiting | undefined;
  #settled = false;
  #closed = false;
  #error: Error | undefined;
  #onSettled: (() => void) | undefined;

  constructor(owner: StreamOwner, call: ConstructorParameters<typeof RemoteCall>, credit: Credit, graceMs: number) {
    super(...call);
    this.#owner = owner;
    this.#ackEvery = Math.max(1, credit.chunks >> 2);
    this.#graceMs = graceMs;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Number of received chunks. */
  get received(): number {
    return this.#received;
  }

  /** True while the generator may be waiting for the consumer, which is not the worker's delay. */
  get isWaitingForCredit(): boolean {
    return !this.#settled && this.#received > this.#acked && this.#waiting === undefined;
  }

  onChunk({ seq, value }: ChunkParams): void {
    if (seq !== this.#received + 1 || this.#settled) return;
    this.#received = seq;
    if (this.#closed) return;
    const waiting = this.#waiting;
    if (waiting === undefined) {
      this.#chunks.push({ value, seq });
      return;
    }
    this.#waiting = undefined;
    this.#took(seq);
    waiting.resolve({ done: false, value });
  }

  next(): Promise<IteratorResult<unknown>> {
    const chunk = this.#chunks[this.#head];
    if (chunk !== undefined) {
      this.#drop();
      this.#took(chunk.seq);
      return Promise.resolve({ done: false, value: chunk.value });
    }
    if (this.#settled || this.#closed) return this.#finish();
    // A waiting consumer has taken everything: the generator gets all its credit back.
    if (this.#consumed > this.#acked) this.#ack();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** Closes the stream and waits, within the grace period, until the generator has run its `finally`. */
  async return(): Promise<IteratorResult<unknown>> {
    this.#closed = true;
    this.#chunks = [];
    this.#head = 0;
    if (!this.#settled) {
      this.cancel('consumer_closed');
      await this.#untilSettled();
    }
    this.#waiting?.resolve(end);
    this.#waiting = undefined;
    return end;
  }

  async throw(error: unknown): Promise<IteratorResult<unknown>> {
    await this.return();
    throw error;
  }

  resolve(_result: CallResult): void {
    this.#settle(undefined);
  }

  reject(error: Error): void {
    this.#settle(error);
  }

  #settle(error: Error | undefined): void {
    this.#settled = true;
    this.#error = this.#closed ? undefined : error;
    this.#onSettled?.();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) return;
    // Reported here, and not again at the next pull.
    const failure = this.#error;
    this.#error = undefined;
    if (failure === undefined) waiting.resolve(end);
    else waiting.reject(failure);
  }

  /** Ends the pull; throws a stored error once. */
  #finish(): Promise<IteratorResult<unknown>> {
    const failure = this.#error;
    this.#error = undefined;
    return failure === undefined ? Promise.resolve(end) : Promise.reject(failure);
  }

  #drop(): void {
    this.#chunks[this.#head] = { value: undefined, seq: 0 };
    this.#head += 1;
    if (this.#head < this.#chunks.length) return;
    this.#chunks = [];
    this.#head = 0;
  }

  #took(seq: number): void {
    this.#consumed = seq;
    if (seq - this.#acked >= this.#ackEvery) this.#ack();
  }

  /** Returns credit before the window is used up: the worker continues while the consumer does. */
  #ack(): void {
    this.#acked = this.#consumed;
    if (!this.#settled && !this.#closed) this.#owner.ack(this.id, this.#consumed);
  }

  #untilSettled(): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, this.#graceMs);
      this.#onSettled = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }
}
