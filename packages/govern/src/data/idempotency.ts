import {
  backoff,
  canonicalJson,
  digest,
  isToolError,
  type Json,
  type Sleep,
  sleep as platformSleep,
  type ToolHook,
  type ToolInvokeContext,
  untilAborted,
} from '@helve/core';
import { aDuration, aFunction, aPort, required } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { isSafe } from '../is-safe.js';
import type { IdempotencyStore, IdempotentResult, KeyState } from '../port/idempotency-store.js';
import { priorities } from '../priorities.js';
import { keepRenewed, type Renewal } from '../renewal.js';
import { anOnStoreError, askStore, type OnStoreError } from '../store-guard.js';
import { idempotencyKeyOf } from './idempotency-key.js';
import { createFlights, type Flight } from './flights.js';

export interface IdempotencyOptions {
  readonly store: IdempotencyStore;
  /** Lifetime of an answer. Default: a day. */
  readonly ttlMs?: number;
  /** Time after which a dead process loses its keys; a living one renews three times as often. Default: a minute. */
  readonly leaseMs?: number;
  readonly onStoreError?: OnStoreError;
  readonly sleep?: Sleep;
}

const checks = {
  store: required(aPort('begin', 'renew', 'complete', 'free')),
  ttlMs: aDuration,
  leaseMs: aDuration,
  onStoreError: anOnStoreError,
  sleep: aFunction,
};

/** A key that this call has to complete or free. */
interface Held {
  readonly key: string;
  readonly holder: string;
  readonly flight: Flight<void>;
  readonly renewal: Renewal;
}

/** Delays between two reads of a key that another process runs. */
const pollMs = { baseMs: 20, capMs: 1_000, jitter: 0.2 };

/** Runs a call with an idempotency key once: repetitions get the stored answer, or wait for the one in flight. */
export function idempotency(options: IdempotencyOptions): ToolHook {
  const { store, ttlMs = 86_400_000, leaseMs = 60_000, ...rest } = checkHookOptions('idempotency', options, checks);
  const { onStoreError = 'deny', sleep = platformSleep } = rest;
  const flights = createFlights<void>();
  const held = Symbol('idempotency');

  const begin = async (
    ctx: ToolInvokeContext,
    key: string,
    holder: string,
    argumentsDigest: string,
  ): Promise<KeyState | undefined> => {
    const takeOver = isSafe(ctx.policy) && flights.get(key) === undefined;
    const claim = { key, holder, argumentsDigest, leaseMs, nowMs: ctx.now(), takeOver };
    return askStore(ctx, 'idempotency', onStoreError, () => store.begin(claim), undefined);
  };
  /** From here on the key belongs to this call, as long as it runs. */
  const hold = (ctx: ToolInvokeContext, key: string, holder: string) => {
    const renewal = keepRenewed(leaseMs, () => store.renew(key, holder, leaseMs, ctx.now()));
    ctx.data.set(held, { key, holder, flight: flights.start(key), renewal } satisfies Held);
  };
  /** Waits until the key may have changed: the run has ended, or some time has passed. */
  const waitFor = async (ctx: ToolInvokeContext, key: string, round: number): Promise<void> => {
    const flight = flights.get(key);
    if (flight !== undefined) await untilAborted(flight.ended, ctx.signal);
    else await sleep(backoff({ ...pollMs, attempt: round }), ctx.signal);
  };
  const release = ({ key, flight }: Held) => {
    flights.land(key, flight);
    flight.end();
  };

  return {
    name: 'idempotency',
    priority: () => priorities.idempotency,
    filter: (ctx) => ctx.idempotencyKey !== undefined,

    async willReadCache(ctx) {
      const key = idempotencyKeyOf(ctx);
      if (key === undefined) throw governErrors.create('GOVERN_KEY_UNBOUND', { tool: ctx.toolId });
      const holder = crypto.randomUUID();
      const argumentsDigest = digestOf(ctx);
      for (let round = 1; ; round += 1) {
        const state = await begin(ctx, key, holder, argumentsDigest);
        // The store is down, and the call was let pass.
        if (state === undefined) return;
        const isRunningHere = state.state === 'lost' && flights.get(key) !== undefined;
        if (state.state === 'running' || isRunningHere) {
          await waitFor(ctx, key, round);
          continue;
        }
        if (state.state === 'done') return replay(ctx, state.answer);
        if (state.state === 'conflict') throw governErrors.create('GOVERN_KEY_CONFLICT', { tool: ctx.toolId });
        if (state.state === 'lost') throw lost(ctx);
        // Cancelled meanwhile: nobody will come back for this key.
        if (ctx.signal.aborted) await store.free(key, holder);
        ctx.signal.throwIfAborted();
        return hold(ctx, key, holder);
      }
    },

    async willWriteCache(ctx) {
      const own = ctx.data.get(held) as Held | undefined;
      if (own === undefined) return;
      own.renewal.stop();
      try {
        const answer = { output: toJson(ctx.output), intents: ctx.intents };
        const kept = await store.complete(own.key, own.holder, answer, ttlMs, ctx.now());
        if (!kept) throw governErrors.create('GOVERN_KEY_TAKEN', { tool: ctx.toolId });
      } finally {
        release(own);
      }
    },

    async onError(ctx) {
      const own = ctx.data.get(held) as Held | undefined;
      if (own === undefined) return;
      ctx.data.delete(held);
      own.renewal.stop();
      try {
        if (!isLeftBehind(ctx)) await store.free(own.key, own.holder);
      } finally {
        release(own);
      }
    },
  };
}

function replay(ctx: ToolInvokeContext, { output, intents }: IdempotentResult): never {
  ctx.setMeta('replayed', true);
  for (const intent of intents) ctx.addIntent(intent);
  ctx.respond(output);
}

/**
 * True for a write that was begun and then cancelled or timed out: its body may still take effect, so its key stays
 * until the lease ends, and then the outcome counts as unknown. All other failures free the key.
 */
function isLeftBehind(ctx: ToolInvokeContext): boolean {
  if (isSafe(ctx.policy) || !ctx.executeBegan) return false;
  return ctx.outcome.kind === 'cancelled' || (isToolError(ctx.error) && ctx.error.type === 'TIMEOUT');
}

function digestOf(ctx: ToolInvokeContext): string {
  try {
    return digest(ctx.safeInput ?? null);
  } catch (cause) {
    throw governErrors.create('GOVERN_KEY_ARGUMENTS', { tool: ctx.toolId }, { cause });
  }
}

function lost(ctx: ToolInvokeContext): Error {
  const details = { outcomeUnknown: true };
  return governErrors.create('GOVERN_KEY_LOST', { tool: ctx.toolId }, { details });
}

/** Converts an answer to JSON, the form in which it leaves anyway. */
function toJson(value: unknown): Json {
  try {
    return JSON.parse(canonicalJson(value)) as Json;
  } catch {
    return JSON.parse(JSON.stringify(value) ?? 'null') as Json;
  }
}
