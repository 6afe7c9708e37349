import { andThen, type ToolHook, type ToolInvokeContext, type MaybePromise } from '@helve/core';
import { aCallKey, createCallKey, type CallKey } from '../caller-key.js';
import {
  aCount,
  aDuration,
  aFunction,
  aPort,
  aText,
  check,
  eitherOf,
  oneOf,
  type OptionChecks,
  required,
} from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { createMemoryQuotaStore } from '../memory/memory-quota-store.js';
import type { QuotaCharge, QuotaStore, QuotaVerdict } from '../port/quota-store.js';
import { priorities } from '../priorities.js';
import { anOnStoreError, askStore, type OnStoreError } from '../store-guard.js';

/** The case in which charged units are given back. */
export type Refund = 'never' | 'failure' | 'cache-hit';

export interface RateLimitOptions {
  /** Units per window. */
  readonly limit: number;
  readonly windowMs: number;
  /** `sliding-window` is exact; `token-bucket` allows a burst and then an even rate. */
  readonly algorithm?: QuotaCharge['algorithm'];
  /** Scopes to count in; each is a limit of its own, and a call has to pass all of them. */
  readonly by?: CallKey | readonly CallKey[];
  /** Units per call. Default: 1. */
  readonly cost?: number | ((ctx: ToolInvokeContext) => number);
  readonly refund?: Refund | readonly Exclude<Refund, 'never'>[];
  readonly store?: QuotaStore;
  readonly onStoreError?: OnStoreError;
  /** Separates this limit from others in the store. */
  readonly name?: string;
}

const aRefund = oneOf('never', 'failure', 'cache-hit');
const checks: OptionChecks<RateLimitOptions> = {
  limit: required(
    check('a number above 0', (value) => typeof value === 'number' && Number.isFinite(value) && value > 0),
  ),
  windowMs: required(aDuration),
  algorithm: oneOf('sliding-window', 'token-bucket'),
  by: eitherOf(
    aCallKey,
    check('a list of them without repeats', (value) => isListOf(value, aCallKey.accepts)),
  ),
  cost: eitherOf(aCount, aFunction),
  refund: eitherOf(
    aRefund,
    check('a list of "failure" and "cache-hit"', (value) => isListOf(value, oneOf('failure', 'cache-hit').accepts)),
  ),
  store: aPort('charge', 'refund'),
  onStoreError: anOnStoreError,
  name: aText,
};

interface Charged {
  readonly charges: readonly QuotaCharge[];
  readonly atMs: number;
}

/** Limits the number of calls in a window of time; refused calls learn how long to wait. */
export function rateLimit(options: RateLimitOptions): ToolHook {
  const { limit, windowMs, ...rest } = checkHookOptions('rateLimit', options, checks);
  const { algorithm = 'sliding-window', by = 'user', cost = 1, refund = 'never', name = 'rateLimit' } = rest;
  const { store = createMemoryQuotaStore(), onStoreError = 'deny' } = rest;
  const keys = asList(by).map((key) => createCallKey(['rate', name, algorithm, limit, windowMs], key));
  const refunds = asList(refund);
  const givesBack = refunds.some((when) => when !== 'never');
  const charged = Symbol(name);

  const settle = (ctx: ToolInvokeContext, verdict: QuotaVerdict | undefined, note: Charged | undefined): void => {
    if (verdict === undefined) return;
    if (!verdict.ok) ctx.retryAfter(Math.ceil(verdict.waitMs), refusalOf(ctx));
    if (note !== undefined) ctx.data.set(charged, note);
  };
  const hook: ToolHook = {
    name,
    priority: () => priorities.rateLimit,
    willAcquireQuota(ctx): MaybePromise<void> {
      const units = costOf(ctx, cost, limit);
      if (units === 0) return undefined;
      const charges = keys.map((keyOf) => ({ key: keyOf(ctx), limit, windowMs, algorithm, cost: units }));
      const atMs = ctx.now();
      const note = givesBack ? { charges, atMs } : undefined;
      const verdict = askStore(ctx, name, onStoreError, () => store.charge(charges, atMs), undefined);
      return andThen(verdict, (late) => settle(ctx, late, note));
    },
  };
  // The common case: charges are final.
  if (!givesBack) return hook;
  return {
    ...hook,
    async didReleaseQuota(ctx) {
      const { charges, atMs } = (ctx.data.get(charged) ?? { charges: [], atMs: 0 }) as Charged;
      const nowMs = ctx.now();
      // A unit that has left the window no longer counts; a refund would take another call's unit.
      if (charges.length === 0 || !isRefunded(ctx, refunds) || nowMs - atMs >= windowMs) return;
      await store.refund(charges, nowMs);
    },
  };
}

function costOf(ctx: ToolInvokeContext, cost: NonNullable<RateLimitOptions['cost']>, limit: number): number {
  const units = typeof cost === 'function' ? cost(ctx) : cost;
  const tool = ctx.toolId;
  if (!Number.isFinite(units) || units < 0) throw governErrors.create('GOVERN_COST_INVALID', { tool, cost: units });
  // Waiting would not help.
  if (units > limit) throw governErrors.create('GOVERN_COST_OVER_LIMIT', { tool, cost: units, limit });
  return units;
}

function isRefunded({ outcome }: ToolInvokeContext, refunds: readonly Refund[]): boolean {
  if (outcome.kind === 'success' || outcome.kind === 'pending') return false;
  if (outcome.kind === 'responded') return outcome.cacheHit && refunds.includes('cache-hit');
  return refunds.includes('failure');
}

function refusalOf(ctx: ToolInvokeContext): string {
  return governErrors.create('GOVERN_RATE_LIMITED', { tool: ctx.toolId }).message;
}

function asList<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

function isListOf(value: unknown, accepts: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(accepts) && new Set(value).size === value.length;
}
