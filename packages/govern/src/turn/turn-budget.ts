import { andThen, isPending, type ToolHook, type ToolInvokeContext, type MaybePromise } from '@helve/core';
import { governErrors } from '../govern-errors.js';
import { priorities } from '../priorities.js';
import { refuse } from '../refuse.js';
import { askStore } from '../store-guard.js';
import type { TurnRules } from './turn-rules.js';
import type { TurnCounters } from './turn-stores.js';

const name = 'budget';

/** Limits the calls of a turn, including those that tools make: each counts in its own category. */
export function turnBudget(counters: TurnCounters, rulesOf: (ctx: ToolInvokeContext) => TurnRules): ToolHook {
  const held = Symbol(name);

  const reserve = (ctx: ToolInvokeContext, turnId: string, counter: string, limit: number): MaybePromise<void> => {
    const passed = askStore(ctx, name, 'deny', () => counters.reserve(turnId, counter, limit), false);
    const settle = (passes: boolean): void => {
      if (!passes) exceeded(ctx, counter, limit);
      heldBy(ctx).push(counter);
    };
    return andThen(passed, settle);
  };
  const heldBy = (ctx: ToolInvokeContext): string[] => {
    const known = ctx.data.get(held) as string[] | undefined;
    if (known !== undefined) return known;
    const fresh: string[] = [];
    ctx.data.set(held, fresh);
    return fresh;
  };
  const giveBack = async (ctx: ToolInvokeContext, turnId: string): Promise<void> => {
    for (const counter of heldBy(ctx).splice(0)) await counters.release(turnId, counter);
  };
  /** The category first: a call that it refuses must not hold a unit of the total, not even for a moment. */
  const reserveAll = (ctx: ToolInvokeContext, turnId: string): MaybePromise<void> => {
    const { retrievalCalls, calls, programCalls } = rulesOf(ctx);
    if (ctx.call.byProgram === true) return reserve(ctx, turnId, 'program', programCalls);
    const total = () => reserve(ctx, turnId, 'total', calls);
    if (ctx.policy.category !== 'retrieval') return total();
    const first = reserve(ctx, turnId, 'retrieval', retrievalCalls);
    return andThen(first, total);
  };

  return {
    name,
    priority: () => priorities.budget,
    willAcquireQuota(ctx) {
      const { turnId } = ctx.call;
      if (turnId === undefined) return undefined;
      try {
        const reserving = reserveAll(ctx, turnId);
        // A refusal releases what was reserved before it.
        return isPending(reserving)
          ? reserving.catch((thrown) => giveBack(ctx, turnId).then(() => rethrow(thrown)))
          : undefined;
      } catch (thrown) {
        if (heldBy(ctx).length === 0) throw thrown;
        return giveBack(ctx, turnId).then(() => rethrow(thrown));
      }
    },
    didReleaseQuota(ctx) {
      const { turnId } = ctx.call;
      // A call that never ran costs nothing.
      return turnId === undefined || ctx.executeBegan ? undefined : giveBack(ctx, turnId);
    },
  };
}

function exceeded(ctx: ToolInvokeContext, counter: string, limit: number): never {
  const facts = { tool: ctx.toolId, limit, category: counter === 'total' ? 'allowed' : counter };
  refuse(ctx, governErrors.create('GOVERN_BUDGET_EXCEEDED', facts), { category: counter, limit });
}

function rethrow(thrown: unknown): never {
  throw thrown;
}
