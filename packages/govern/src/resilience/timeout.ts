import { callAfter, isPending, type ToolError, type ToolHook, type ToolInvokeContext } from '@helve/core';
import { aDuration, aFunction, eitherOf, required } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { isSafe } from '../is-safe.js';
import { priorities } from '../priorities.js';

/** Calls back after a delay; returns a function that cancels it. */
export type After = (ms: number, callback: () => void) => () => void;

export interface TimeoutOptions {
  /** Time for one attempt. */
  readonly attemptMs: number | ((ctx: ToolInvokeContext) => number);
  /** Time without a sign of progress. */
  readonly idleMs?: number;
  /** Default: the timers of the platform. */
  readonly after?: After;
}

const checks = { attemptMs: required(eitherOf(aDuration, aFunction)), idleMs: aDuration, after: aFunction };

/**
 * Limits the time of every attempt. When it is over, the attempt's signal aborts and the call goes on without it; the
 * body keeps its slot until it stops.
 */
export function timeout(options: TimeoutOptions): ToolHook {
  const { attemptMs, idleMs, after = callAfter } = checkHookOptions('timeout', options, checks);
  return {
    name: 'timeout',
    priority: () => priorities.timeout,
    aroundExecute(ctx, _, nextNow) {
      const limitMs = typeof attemptMs === 'function' ? attemptMs(ctx) : attemptMs;
      const beganMs = performance.now();
      const running = nextNow();
      // The common case: nothing is left to limit.
      if (!isPending(running)) return running;
      const goneMs = Math.trunc(performance.now() - beganMs);
      return new Promise((resolve, reject) => {
        const giveUp = (problem: string) => {
          stop();
          const error = timedOut(ctx, problem);
          ctx.cancelAttempt(error);
          reject(error);
        };
        const limit = { ms: limitMs - goneMs, after };
        const stopLimit = limitWork(ctx, limit, () => giveUp(`it took longer than ${limitMs} ms`));
        const stopIdle = idleMs === undefined ? undefined : watchProgress(ctx, idleMs, after, giveUp);
        const stop = () => {
          stopLimit();
          stopIdle?.();
        };
        running.then(
          (output) => {
            stop();
            resolve(output);
          },
          (thrown: unknown) => {
            stop();
            reject(thrown);
          },
        );
      });
    },
  };
}

/** Calls back when the work has taken its time; the time in which a person answers a question does not count. */
function limitWork(
  ctx: ToolInvokeContext,
  { ms, after }: { readonly ms: number; readonly after: After },
  over: () => void,
): () => void {
  let countedMs = 0;
  let stop: () => void;
  const wait = (waitMs: number) => {
    stop = after(Math.max(0, waitMs), () => {
      const { askedMs } = ctx;
      if (askedMs <= countedMs) return over();
      wait(askedMs - countedMs);
      countedMs = askedMs;
    });
  };
  wait(ms);
  return () => stop();
}

/** Restarts the idle time on progress; the context announces progress to nobody else, so its method is wrapped. */
function watchProgress(
  ctx: ToolInvokeContext,
  idleMs: number,
  after: After,
  giveUp: (problem: string) => void,
): () => void {
  const idle = () => giveUp(`it showed no progress for ${idleMs} ms`);
  const { progress } = ctx;
  let stopTimer = after(idleMs, idle);
  ctx.progress = (...said) => {
    stopTimer();
    stopTimer = after(idleMs, idle);
    progress.apply(ctx, said);
  };
  return () => {
    stopTimer();
    ctx.progress = progress;
  };
}

function timedOut(ctx: ToolInvokeContext, problem: string): ToolError {
  const partialSideEffects = ctx.executeBegan && ctx.policy.sideEffects === 'writes';
  const facts = { tool: ctx.toolId, problem };
  return governErrors.create('GOVERN_ATTEMPT_TIMEOUT', facts, { retryable: isSafe(ctx.policy), partialSideEffects });
}
