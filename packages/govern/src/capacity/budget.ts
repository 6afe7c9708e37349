import { canonicalJson, ownerOf, ToolCategory, type ToolHook, type ToolInvokeContext } from '@helve/core';
import { aDuration, aFunction, aPort, aText, check, eitherOf, required } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { createMemoryCounterStore } from '../memory/memory-counter-store.js';
import type { CounterStore } from '../port/counter-store.js';
import { priorities } from '../priorities.js';
import { refuse } from '../refuse.js';
import { anOnStoreError, askStore, type OnStoreError } from '../store-guard.js';

/** Maximum number of calls per turn; categories without an entry are not limited. */
export type TurnLimits = { readonly [C in ToolCategory | 'total']?: number };

export interface BudgetOptions {
  /** The limits of all calls, or a function that returns them for one call, for example by its mode. */
  readonly perTurn: TurnLimits | ((ctx: ToolInvokeContext) => TurnLimits);
  /** Time for which a turn is remembered after its last call. */
  readonly turnTtlMs?: number;
  readonly store?: CounterStore;
  readonly onStoreError?: OnStoreError;
  /** Separates this budget from others in the store. */
  readonly name?: string;
}

const checks = {
  perTurn: required(eitherOf(check('limits by category, and `total`', isTurnLimits), aFunction)),
  turnTtlMs: aDuration,
  store: aPort('reserve', 'release'),
  onStoreError: anOnStoreError,
  name: aText,
};

/** Limits the calls that a model makes within one turn. Calls outside of a turn, and those that a tool makes, are free. */
export function budget(options: BudgetOptions): ToolHook {
  const { perTurn, turnTtlMs = 3_600_000, ...rest } = checkHookOptions('budget', options, checks);
  const { store = createMemoryCounterStore(), onStoreError = 'deny', name = 'budget' } = rest;
  const reserved = Symbol(name);

  return {
    name,
    priority: () => priorities.budget,
    async willAcquireQuota(ctx) {
      const { turnId } = ctx.call;
      if (turnId === undefined || ctx.parent !== undefined) return;
      const limits = limitsOf(perTurn, ctx);
      const keys: string[] = [];
      ctx.data.set(reserved, keys);
      // The category first: a call that it refuses must not hold a unit of the total, not even for a moment.
      for (const category of [ctx.policy.category, 'total'] as const) {
        const limit = limits[category];
        if (limit === undefined) continue;
        const key = canonicalJson([name, ownerOf(ctx.user), ctx.sessionId ?? null, turnId, category]);
        const passes = await reserveOrGiveBack(ctx, keys, () => store.reserve(key, limit, turnTtlMs, ctx.now()));
        if (passes === true) keys.push(key);
        if (passes !== false) continue;
        await giveBack(ctx, keys);
        const facts = { tool: ctx.toolId, limit, category: category === 'total' ? 'allowed' : category };
        refuse(ctx, governErrors.create('GOVERN_BUDGET_EXCEEDED', facts), { category, limit });
      }
    },
    async didReleaseQuota(ctx) {
      if (!ctx.executeBegan) await giveBack(ctx, (ctx.data.get(reserved) ?? []) as string[]);
    },
  };

  async function reserveOrGiveBack(
    ctx: ToolInvokeContext,
    keys: string[],
    reserve: () => Promise<boolean>,
  ): Promise<boolean | undefined> {
    try {
      return await askStore(ctx, name, onStoreError, reserve, undefined);
    } catch (error) {
      await giveBack(ctx, keys);
      throw error;
    }
  }

  async function giveBack(ctx: ToolInvokeContext, keys: string[]): Promise<void> {
    for (const key of keys.splice(0)) await store.release(key, ctx.now());
  }
}

function limitsOf(perTurn: BudgetOptions['perTurn'], ctx: ToolInvokeContext): TurnLimits {
  if (typeof perTurn !== 'function') return perTurn;
  const limits = perTurn(ctx);
  if (isTurnLimits(limits)) return limits;
  throw governErrors.create('GOVERN_OPTION_INVALID', { hook: 'budget', problem: '`perTurn` gave no limits' });
}

function isTurnLimits(value: unknown): value is TurnLimits {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([key, limit]) =>
      (key === 'total' || Object.hasOwn(ToolCategory, key)) &&
      (limit === undefined || (Number.isSafeInteger(limit) && Number(limit) >= 0)),
  );
}
