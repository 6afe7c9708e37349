import { Semaphore, type MaybePromise } from '@helve/core';
import { FairQueue } from './fair-queue.js';
import { OwnerCounts, shareOfOwner } from './owner-share.js';

/** A permission to run, until it is released. */
export interface Slot {
  release(): void | Promise<void>;
}

/** The reason for which there is no slot. */
export type NoSlot = 'queue-full' | 'wait-over' | 'cancelled';

export interface SlotRequest {
  /** Read only for those who wait. */
  readonly signal: AbortSignal;
  readonly owner: string;
  /** True when the owner may hold only a share of the slots, since the call came through a public door. */
  readonly isShared: boolean;
  readonly waitMs: number;
}

export interface LocalSlots {
  take(key: string, request: SlotRequest): MaybePromise<Slot | NoSlot>;
}

/** Number of empty queues that are kept for reuse. */
const idleLines = 1_000;

/** Creates the slots of one process: a number for each key. Waiting owners alternate, and have a queue each. */
export function createLocalSlots({ limit, queue }: { readonly limit: number; readonly queue: number }): LocalSlots {
  const lines = new Map<string, Line>();
  const onIdle = (line: Line) => {
    if (lines.size > idleLines && lines.get(line.key) === line) lines.delete(line.key);
  };
  const lineOf = (key: string): Line => {
    const known = lines.get(key);
    if (known !== undefined) return known;
    const line = new Line(key, limit, onIdle);
    lines.set(key, line);
    return line;
  };

  return {
    take(key, request) {
      const line = lineOf(key);
      // The common case: there is room.
      const slot = line.tryEnter(request);
      if (slot !== undefined) return slot;
      if (queue === 0 || request.waitMs === 0 || line.waiting.sizeOf(request.owner) >= queue) return 'queue-full';
      return line.wait(request);
    },
  };
}

/** One waiter, served once. */
interface Waiter {
  readonly request: SlotRequest;
  serve(): void;
}

/** The running and waiting calls of one key. A permit that comes back goes to the next owner who may hold one. */
class Line {
  readonly key: string;
  readonly #permits: Semaphore;
  readonly #maxOfOwner: number;
  readonly #onIdle: (line: Line) => void;
  readonly waiting = new FairQueue<Waiter>();
  /** Counts of owners who may hold only a share. */
  readonly #held = new OwnerCounts();

  constructor(key: string, limit: number, onIdle: (line: Line) => void) {
    this.key = key;
    this.#permits = new Semaphore(limit);
    this.#maxOfOwner = shareOfOwner(limit);
    this.#onIdle = onIdle;
  }

  tryEnter(request: SlotRequest): Slot | undefined {
    return this.#mayHold(request) && this.#permits.tryAcquire() ? this.#enter(request) : undefined;
  }

  #mayHold({ isShared, owner }: SlotRequest): boolean {
    return !isShared || this.#held.of(owner) < this.#maxOfOwner;
  }

  #enter({ isShared, owner }: SlotRequest): Slot {
    if (!isShared) return new LocalSlot(this, undefined);
    this.#held.add(owner);
    return new LocalSlot(this, owner);
  }

  leave(owner: string | undefined): void {
    if (owner !== undefined) this.#held.remove(owner);
    const next = this.waiting.take(({ request }) => this.#mayHold(request));
    if (next !== undefined) return next.serve();
    this.#permits.release();
    if (this.#permits.isIdle) this.#onIdle(this);
  }

  wait(request: SlotRequest): MaybePromise<Slot | NoSlot> {
    const { signal, waitMs, owner } = request;
    if (signal.aborted) return 'cancelled';
    return new Promise((resolve) => {
      const end = (result: Slot | NoSlot) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        this.waiting.delete(owner, waiter);
        resolve(result);
      };
      const waiter: Waiter = { request, serve: () => end(this.#enter(request)) };
      const cancel = () => end('cancelled');
      const timer = setTimeout(() => end('wait-over'), waitMs);
      signal.addEventListener('abort', cancel, { once: true });
      this.waiting.add(owner, waiter);
    });
  }
}

class LocalSlot implements Slot {
  #line: Line | undefined;
  readonly #owner: string | undefined;

  constructor(line: Line, owner: string | undefined) {
    this.#line = line;
    this.#owner = owner;
  }

  release(): void {
    const line = this.#line;
    this.#line = undefined;
    line?.leave(this.#owner);
  }
}
