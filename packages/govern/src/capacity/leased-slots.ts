import type { LeaseStore } from '../port/lease-store.js';
import { FairQueue } from './fair-queue.js';
import { keepAlive, type LeasedSlot } from './keep-alive.js';
import type { NoSlot, SlotRequest } from './local-slots.js';
import { OwnerCounts, shareOfOwner } from './owner-share.js';

export interface LeasedSlotsOptions {
  readonly store: LeaseStore;
  readonly limit: number;
  readonly queue: number;
  readonly leaseMs: number;
  /** Delay before the first waiter asks the store again. */
  readonly pollMs: number;
}

export interface LeasedSlots {
  take(key: string, request: SlotRequest): Promise<LeasedSlot | NoSlot>;
}

interface Waiter {
  readonly request: SlotRequest;
  /** Settles with a slot or a refusal; a promise rejects if the store failed. */
  settle(result: LeasedSlot | NoSlot | Promise<LeasedSlot | undefined>): void;
}

interface Line {
  readonly waiting: FairQueue<Waiter>;
  /** True when the store has no slot; false while it is being asked. */
  full: boolean;
  /** Ends the delay early. */
  wake: () => void;
}

/**
 * Creates slots that several processes share through a store. Of the waiters of one process only the first asks; owners
 * alternate, and have a queue each. Among processes, the first to ask gets the slot. The share of an owner is counted in each process.
 */
export function createLeasedSlots({ store, limit, queue, leaseMs, pollMs }: LeasedSlotsOptions): LeasedSlots {
  const lines = new Map<string, Line>();
  const held = new OwnerCounts();
  const maxOfOwner = shareOfOwner(limit);
  const holdingOf = (key: string, owner: string) => JSON.stringify([key, owner]);
  const mayHold = (key: string, { isShared, owner }: SlotRequest) =>
    !isShared || held.of(holdingOf(key, owner)) < maxOfOwner;
  /** Counts a slot as its owner's until it is released. */
  const own = (key: string, slot: LeasedSlot, { isShared, owner }: SlotRequest): LeasedSlot => {
    if (!isShared) return slot;
    const holding = holdingOf(key, owner);
    held.add(holding);
    let isHeld = true;
    return {
      get lost() {
        return slot.lost;
      },
      release() {
        if (isHeld) held.remove(holding);
        isHeld = false;
        return slot.release();
      },
    };
  };

  const tryTake = async (key: string): Promise<LeasedSlot | undefined> => {
    const holder = crypto.randomUUID();
    if (!(await store.acquire(key, holder, limit, leaseMs))) return undefined;
    return keepAlive({ store, key, holder, leaseMs, onRelease: () => lines.get(key)?.wake() });
  };

  /** Asks for the first waiter, again and again, until nobody waits. */
  const serve = async (key: string, line: Line): Promise<void> => {
    const mayBeServed = ({ request }: Waiter) => mayHold(key, request);
    while (line.waiting.size > 0) {
      const asked = line.waiting.first(mayBeServed) === undefined ? Promise.resolve(undefined) : tryTake(key);
      const slot = await asked.catch(() => 'store-down' as const);
      line.full = slot === undefined;
      // The one who asked may be gone by now; the slot is for the first waiter.
      if (slot !== undefined) {
        const next = line.waiting.take(mayBeServed);
        if (slot === 'store-down') next?.settle(asked);
        else if (next !== undefined) next.settle(own(key, slot, next.request));
        // Nobody waits any more; should the store fail now, the lease expires.
        else await slot.release().catch(() => undefined);
      } else {
        for (const tooMany of line.waiting.beyond(queue)) tooMany.settle('queue-full');
        if (line.waiting.size > 0) await pause(line, pollMs);
      }
    }
    lines.delete(key);
  };

  return {
    async take(key, request) {
      const { signal, waitMs, owner } = request;
      if (signal.aborted) return 'cancelled';
      // Nobody waits, so there is no queue.
      if (queue === 0 || waitMs === 0) {
        const slot = mayHold(key, request) ? await tryTake(key) : undefined;
        if (slot === undefined) return 'queue-full';
        if (mayHold(key, request)) return own(key, slot, request);
        // Other calls of this owner got their slots while the store was asked.
        await slot.release();
        return 'queue-full';
      }
      const line = lines.get(key) ?? { waiting: new FairQueue(), full: false, wake: () => undefined };
      if (line.full && line.waiting.sizeOf(owner) >= queue) return 'queue-full';
      return new Promise((resolve) => {
        const waiter: Waiter = {
          request,
          settle(result) {
            clearTimeout(timer);
            signal.removeEventListener('abort', cancel);
            line.waiting.delete(owner, waiter);
            if (line.waiting.size === 0) line.wake();
            resolve(result as LeasedSlot | NoSlot);
          },
        };
        const cancel = () => waiter.settle('cancelled');
        const timer = setTimeout(() => waiter.settle('wait-over'), waitMs);
        signal.addEventListener('abort', cancel, { once: true });
        line.waiting.add(owner, waiter);
        if (lines.has(key)) return;
        lines.set(key, line);
        void serve(key, line);
      });
    },
  };
}

function pause(line: Line, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    line.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
