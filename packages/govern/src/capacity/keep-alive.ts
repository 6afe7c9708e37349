import type { LeaseStore } from '../port/lease-store.js';
import type { Slot } from './local-slots.js';

/** A slot of several processes; `lost` once its lease could not be renewed in time. */
export interface LeasedSlot extends Slot {
  readonly lost: boolean;
  release(): Promise<void>;
}

export interface KeepAliveOptions {
  readonly store: LeaseStore;
  readonly key: string;
  readonly holder: string;
  readonly leaseMs: number;
  readonly now: () => number;
  readonly onRelease: () => void;
}

/** Renews a lease while it is held. The timer does not keep the process alive, and a dead process renews nothing. */
export function keepAlive({ store, key, holder, leaseMs, now, onRelease }: KeepAliveOptions): LeasedSlot {
  let lost = false;
  let renewedMs = performance.now();
  const renew = async () => {
    const askedMs = performance.now();
    try {
      if (await store.renew(key, holder, leaseMs, now())) renewedMs = askedMs;
      else lost = true;
    } catch {
      // The store may be back by the next time; if not, the lease has run out.
      if (performance.now() - renewedMs >= leaseMs) lost = true;
    }
  };
  const timer = setInterval(() => void renew(), leaseMs / 3);
  timer.unref();
  return {
    get lost() {
      return lost;
    },
    async release() {
      clearInterval(timer);
      await store.release(key, holder);
      onRelease();
    },
  };
}
