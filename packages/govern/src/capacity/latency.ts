import { type ToolHook, type ToolInvokeContext, warn as warnCaller } from '@helve/core';
import { aFunction } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';

/** A call that exceeded its time. */
export interface LateCall {
  readonly toolId: string;
  readonly requestId: string | number;
  readonly durationMs: number;
  readonly budgetMs: number;
}

export interface LatencyOptions {
  /** Receives every late call, in addition to the warning in the answer. */
  readonly warn?: (late: LateCall) => void;
  /** Time that a call may take. Default: `latencyBudgetMs` of the tool. */
  readonly budgetMs?: (ctx: ToolInvokeContext) => number | undefined;
}

/** Warns of calls that exceed the time of their tool. Never fails a call. */
export function latency(options: LatencyOptions = {}): ToolHook {
  const { warn, budgetMs: budgetOf } = checkHookOptions('latency', options, { warn: aFunction, budgetMs: aFunction });
  return {
    name: 'latency',
    onMetrics(ctx) {
      const budgetMs = budgetOf === undefined ? ctx.policy.latencyBudgetMs : budgetOf(ctx);
      const { durationMs } = ctx;
      if (budgetMs === undefined || durationMs === undefined || durationMs <= budgetMs) return;
      const message = `"${ctx.toolId}" took ${Math.ceil(durationMs)} ms, its budget is ${budgetMs} ms`;
      warnCaller(ctx, { code: 'GOVERN_LATE', message });
      warn?.({ toolId: ctx.toolId, requestId: ctx.requestId, durationMs, budgetMs });
    },
  };
}
