import {
  backoff,
  isControl,
  isToolError,
  type Sleep,
  sleep as platformSleep,
  type ToolHook,
  type ToolInvokeContext,
} from '@helve/core';
import { aCount, aDuration, aDurationOrNone, aFunction, aShare, check } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { isSafe } from '../is-safe.js';
import { priorities } from '../priorities.js';

export interface RetryOptions {
  readonly maxAttempts?: number;
  readonly baseMs?: number;
  readonly factor?: number;
  readonly capMs?: number;
  readonly jitter?: number;
  /** Milliseconds that one call may wait in total. Default: limited only by the deadline. */
  readonly budget?: number;
  /** True for unforeseen errors that are worth a retry. Default: none. */
  readonly retryOn?: (error: unknown, ctx: ToolInvokeContext) => boolean;
  readonly sleep?: Sleep;
  readonly random?: () => number;
}

const checks = {
  maxAttempts: aCount,
  baseMs: aDurationOrNone,
  factor: check('a number of 1 or more', (value) => typeof value === 'number' && Number.isFinite(value) && value >= 1),
  capMs: aDuration,
  jitter: aShare,
  budget: aDurationOrNone,
  retryOn: aFunction,
  sleep: aFunction,
  random: aFunction,
};

/**
 * Retries temporary failures: retryable errors without partial side effects, of a tool that may run twice or under an
 * idempotency key. Answers, refusals and cancellations are never retried, nor calls in voice mode.
 */
export function retry(options: RetryOptions = {}): ToolHook {
  const {
    maxAttempts = 3,
    baseMs = 300,
    factor = 2,
    capMs = 3_000,
    jitter = 0.2,
    ...rest
  } = checkHookOptions('retry', options, checks);
  const { budget = Infinity, retryOn, sleep = platformSleep, random } = rest;

  /** Returns the delay after this error; undefined if it must not be retried. */
  const waitFor = (error: unknown, ctx: ToolInvokeContext, attempt: number): number | undefined => {
    const usual = () =>
      backoff({ attempt, baseMs, factor, capMs, jitter, ...(random === undefined ? {} : { random }) });
    if (isControl(error)) return error.kind === 'retryAfter' ? error.ms : undefined;
    if (!isToolError(error)) return retryOn?.(error, ctx) === true ? usual() : undefined;
    return error.retryable && !error.partialSideEffects ? (error.retryAfterMs ?? usual()) : undefined;
  };

  return {
    name: 'retry',
    priority: () => priorities.retry,
    async aroundExecute(ctx, next) {
      if (ctx.call.mode === 'voice' || !mayRunTwice(ctx)) return next();
      let waited = 0;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await next();
        } catch (error) {
          const delay = waitFor(error, ctx, attempt);
          if (delay === undefined) throw error;
          if (attempt >= maxAttempts || waited + delay > budget || !isSoon(ctx, delay, capMs)) {
            ctx.giveUp();
            throw error;
          }
          waited += delay;
          ctx.retryDelayMs = delay;
          await sleep(delay, openSignal(ctx));
        }
      }
    },
  };
}

function mayRunTwice(ctx: ToolInvokeContext): boolean {
  return isSafe(ctx.policy) || ctx.idempotencyKey !== undefined;
}

/** True when the delay ends before the deadline; without a deadline, when it is within the cap. */
function isSoon(ctx: ToolInvokeContext, delay: number, capMs: number): boolean {
  return ctx.deadlineAt === undefined ? delay <= capMs : ctx.now() + delay < ctx.deadlineAt;
}

/**
 * Returns a signal that has not aborted; one that has is that of the failed attempt: the engine ends cancelled calls.
 */
function openSignal(ctx: ToolInvokeContext): AbortSignal | undefined {
  return ctx.signal.aborted ? undefined : ctx.signal;
}
