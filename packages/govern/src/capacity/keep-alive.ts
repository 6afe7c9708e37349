import type { LeaseStore } from '../port/lease-store.js';
import { keepRenewed } from '../renewal.js';
import type { Slot } from './local-slots.js';

/** A slot shared by several processes; `lost` once its lease could not be renewed in time. */
export interface LeasedSlot extends Slot {
  readonly lost: boolean;
  release(): Promise<void>;
}

export interface KeepAliveOptions {
  readonly store: LeaseStore;
  readonly key: string;
  readonly holder: string;
  readonly leaseMs: number;
  readonly onRelease: () => void;
}

/** Renews a lease while its slot is held. */
export function keepAlive({ store, key, holder, leaseMs, onRelease }: KeepAliveOptions): LeasedSlot {
  const renewal = keepRenewed(leaseMs, () => store.renew(key, holder, leaseMs));
  return {
    get lost() {
      return renewal.lost;
    },
    async release() {
      renewal.stop();
      await store.release(key, holder);
      onRelease();
    },
  };
}
