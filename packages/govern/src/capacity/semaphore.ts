import {
  coreErrors,
  ownerOf,
  publicDoors,
  andThen,
  isPending,
  type ToolHook,
  type ToolInvokeContext,
  type MaybePromise,
} from '@helve/core';
import { aCount, aCountOrNone, aDuration, aDurationOrNone, aPort, aText, required } from '@helve/core/options';
import { aCallKey, createCallKey, type CallKey } from '../caller-key.js';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import type { LeaseStore } from '../port/lease-store.js';
import { anOnStoreError, askStore, type OnStoreError } from '../store-guard.js';
import { createLeasedSlots } from './leased-slots.js';
import { createLocalSlots, type NoSlot, type Slot, type SlotRequest } from './local-slots.js';

export interface SemaphoreOptions {
  /** Maximum number of concurrent calls. */
  readonly limit: number;
  readonly by?: CallKey;
  /** Maximum number of waiting calls of one owner, in this process. */
  readonly queue?: number;
  readonly waitMs?: number;
  /** Shares the slots with other processes. */
  readonly store?: LeaseStore;
  /** Time after which a dead process loses its slots; a living one renews three times as often. */
  readonly leaseMs?: number;
  readonly pollMs?: number;
  readonly onStoreError?: OnStoreError;
  /** Separates these slots from others in the store. */
  readonly name?: string;
}

const checks = {
  limit: required(aCount),
  by: aCallKey,
  queue: aCountOrNone,
  waitMs: aDurationOrNone,
  store: aPort('acquire', 'renew', 'release'),
  leaseMs: aDuration,
  pollMs: aDuration,
  onStoreError: anOnStoreError,
  name: aText,
};

/** Retry delay: nobody knows how long the others will run. */
const comeBackMs = 1_000;

interface Held {
  readonly key: string;
  /** Absent if an ancestor's slot is used, or the store was down and the call was let pass. */
  readonly slot: Slot | undefined;
}

/**
 * Limits the number of concurrent calls; others wait, and owners alternate. An owner whose calls come through a public
 * door holds at most three quarters of the slots, and at least one.
 */
export function semaphore(options: SemaphoreOptions): ToolHook {
  const { limit, by = 'tool', queue = 100, waitMs = 10_000, ...rest } = checkHookOptions('semaphore', options, checks);
  const { store, leaseMs = 30_000, pollMs = 100, onStoreError = 'deny', name = 'semaphore' } = rest;
  const local = createLocalSlots({ limit, queue });
  const leased = store && createLeasedSlots({ store, limit, queue, leaseMs, pollMs });
  const keyOf = createCallKey(['slot', name], by);
  const held = Symbol(name);

  const take = (ctx: ToolInvokeContext, key: string): MaybePromise<Slot | NoSlot | undefined> => {
    // The signal of a call is created on first access: a call that need not wait does not access it.
    if (leased === undefined) return local.take(key, new Waiting(ctx, waitMs));
    const ask = () => leased.take(key, new Waiting(ctx, waitMs));
    return askStore(ctx, name, onStoreError, ask, undefined);
  };
  const settle = (ctx: ToolInvokeContext, key: string, slot: Slot | NoSlot | undefined): void => {
    if (typeof slot === 'string') turnAway(ctx, slot);
    ctx.data.set(held, { key, slot } satisfies Held);
  };

  const hook: ToolHook = {
    name,
    willAcquireSemaphore(ctx): MaybePromise<void> {
      const key = keyOf(ctx);
      const slot = isHeldAbove(ctx, held, key) ? undefined : take(ctx, key);
      return andThen(slot, (taken) => settle(ctx, key, taken));
    },
    didReleaseSemaphore(ctx): MaybePromise<void> {
      const slot = (ctx.data.get(held) as Held | undefined)?.slot;
      const releasing = slot?.release();
      return isPending(releasing) ? releasing.then(() => assertKept(ctx, slot)) : undefined;
    },
  };
  // Slots of one process cannot be lost.
  if (leased === undefined) return hook;
  return {
    ...hook,
    // A process that was suspended so long that others have the slot must not begin now.
    willExecute: (ctx) => assertKept(ctx, (ctx.data.get(held) as Held | undefined)?.slot),
  };
}

/** The request of one call for a slot. */
class Waiting implements SlotRequest {
  readonly #ctx: ToolInvokeContext;
  readonly waitMs: number;

  constructor(ctx: ToolInvokeContext, waitMs: number) {
    this.#ctx = ctx;
    this.waitMs = waitMs;
  }

  get signal(): AbortSignal {
    return this.#ctx.signal;
  }

  get owner(): string {
    return ownerOf(this.#ctx.user);
  }

  get isShared(): boolean {
    return publicDoors.has(this.#ctx.call.door);
  }
}

/** Throws when the lease of a slot was lost: somebody else may have run in it. */
function assertKept(ctx: ToolInvokeContext, slot: Slot | undefined): void {
  const lost = slot !== undefined && 'lost' in slot && slot.lost === true;
  if (lost) throw governErrors.create('GOVERN_LEASE_LOST', { tool: ctx.toolId });
}

/** True when an outer call holds a slot of this key: waiting for another could deadlock. */
function isHeldAbove(ctx: ToolInvokeContext, held: symbol, key: string): boolean {
  for (let outer = ctx.parent; outer !== undefined; outer = outer.parent) {
    const note = outer.data.get(held) as Held | undefined;
    if (note?.key === key) return true;
  }
  return false;
}

function turnAway(ctx: ToolInvokeContext, reason: NoSlot): never {
  const tool = ctx.toolId;
  if (reason === 'cancelled') throw coreErrors.create('CALL_CANCELLED', { tool }, { cause: ctx.signal.reason });
  const problem = reason === 'queue-full' ? 'too many calls are waiting already' : 'no slot became free in time';
  ctx.retryAfter(comeBackMs, governErrors.create('GOVERN_BUSY', { tool, problem }).message);
}
