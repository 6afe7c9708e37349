import type { LeaseStore } from '../port/lease-store.js';
import { FairQueue } from './fair-queue.js';
import { keepAlive, type LeasedSlot } from './keep-alive.js';
import type { NoSlot, SlotRequest } from './local-slots.js';

export interface LeasedSlotsOptions {
  readonly store: LeaseStore;
  readonly limit: number;
  readonly queue: number;
  readonly leaseMs: number;
  /** How long the first in line waits before it asks the store again. */
  readonly pollMs: number;
}

export interface LeasedSlots {
  take(key: string, request: SlotRequest): Promise<LeasedSlot | NoSlot>;
}

interface Waiter {
  /** With a promise that rejects if the store failed. */
  settle(result: LeasedSlot | NoSlot | Promise<LeasedSlot | undefined>): void;
}

interface Line {
  readonly waiting: FairQueue<Waiter>;
  /** Whether the store has said that there is no slot; while it is being asked, nobody can know. */
  full: boolean;
  /** Asks again before the time. */
  wake: () => void;
}

/**
 * Slots that several processes share through a store. Of those who wait here only the first asks; owners take turns, and
 * have a queue each. Between processes it is whoever asks first.
 */
export function createLeasedSlots({ store, limit, queue, leaseMs, pollMs }: LeasedSlotsOptions): LeasedSlots {
  const lines = new Map<string, Line>();

  const tryTake = async (key: string): Promise<LeasedSlot | undefined> => {
    const holder = crypto.randomUUID();
    if (!(await store.acquire(key, holder, limit, leaseMs))) return undefined;
    return keepAlive({ store, key, holder, leaseMs, onRelease: () => lines.get(key)?.wake() });
  };

  /** Asks for the first in line, again and again, until the line is empty. */
  const serve = async (key: string, line: Line): Promise<void> => {
    for (let { first } = line.waiting; first !== undefined; { first } = line.waiting) {
      const asked = tryTake(key);
      const slot = await asked.catch(() => 'store-down' as const);
      line.full = slot === undefined;
      // Who asked may be gone by now; the slot is for whoever is first.
      if (slot !== undefined) {
        const next = line.waiting.take();
        if (slot === 'store-down') next?.settle(asked);
        else if (next !== undefined) next.settle(slot);
        // Nobody is left; should the store fail now, the lease ends by itself.
        else await slot.release().catch(() => undefined);
      } else {
        for (const tooMany of line.waiting.beyond(queue)) tooMany.settle('queue-full');
        if (line.waiting.size > 0) await pause(line, pollMs);
      }
    }
    lines.delete(key);
  };

  return {
    async take(key, { signal, waitMs, owner }) {
      if (signal.aborted) return 'cancelled';
      // Nobody waits, so there is no line.
      if (queue === 0 || waitMs === 0) return (await tryTake(key)) ?? 'queue-full';
      const line = lines.get(key) ?? { waiting: new FairQueue(), full: false, wake: () => undefined };
      if (line.full && line.waiting.sizeOf(owner) >= queue) return 'queue-full';
      return new Promise((resolve) => {
        const waiter: Waiter = {
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
