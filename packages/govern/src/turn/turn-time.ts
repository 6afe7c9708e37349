import { warn, type ToolHook, type ToolInvokeContext } from '@helve/core';
import type { TurnRules } from './turn-rules.js';
import type { ToolClock } from './turn-stores.js';

/**
 * Measures how long the tools of a turn have kept the person waiting; notes when it is long, and warns when it is too
 * long.
 */
export function turnTime(clock: ToolClock, rulesOf: (ctx: ToolInvokeContext) => TurnRules): ToolHook {
  const began = Symbol('turn-time');
  let turn: { readonly id: string; reportedMs: number } = { id: '', reportedMs: 0 };

  const tellOnce = (
    ctx: ToolInvokeContext,
    turnId: string,
    totalMs: number,
    limitMs: number | undefined,
    code: string,
  ) => {
    if (limitMs === undefined || totalMs <= limitMs) return false;
    if (turn.id !== turnId) turn = { id: turnId, reportedMs: 0 };
    if (turn.reportedMs >= limitMs) return true;
    turn.reportedMs = limitMs;
    warn(ctx, { code, message: `The tools of this turn have taken ${Math.ceil(totalMs)} ms, more than ${limitMs} ms` });
    return true;
  };

  return {
    name: 'turn-time',
    willExecute(ctx) {
      if (!ctx.data.has(began)) ctx.data.set(began, performance.now());
    },
    onMetrics(ctx) {
      const fromMs = ctx.data.get(began);
      const { turnId } = ctx.call;
      if (typeof fromMs !== 'number' || turnId === undefined) return;
      const totalMs = clock.add(turnId, fromMs, performance.now());
      const { noticeMs, warningMs } = rulesOf(ctx);
      if (!tellOnce(ctx, turnId, totalMs, warningMs, 'GOVERN_TURN_SLOW')) {
        tellOnce(ctx, turnId, totalMs, noticeMs, 'GOVERN_TURN_TIME');
      }
    },
  };
}
