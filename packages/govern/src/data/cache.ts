import {
  canonicalJson,
  type Json,
  policyOf,
  type ToolHook,
  type ToolInvokeContext,
  type ToolRecord,
  untilAborted,
} from '@helve/core';
import { aBoolean, aDuration, aFunction, aPort, check, oneOf, required } from '@helve/core/options';
import { checkHookOptions, optionInvalid } from '../check-hook-options.js';
import { isSafe } from '../is-safe.js';
import type { CacheStore } from '../port/cache-store.js';
import { priorities } from '../priorities.js';
import { reportFailure, type FailureReporter } from '../report-failure.js';
import { cacheKey, type CacheScope } from './cache-key.js';
import { fitsOutput } from './fits-output.js';
import { createFlights, type Flight } from './flights.js';

export interface CacheOptions {
  readonly store: CacheStore;
  readonly ttlMs: number;
  /** Default: `user`. */
  readonly scope?: CacheScope;
  /** Restarts the lifetime of an entry on every hit. */
  readonly sliding?: boolean;
  /** Tools, or their ids. Only safe ones: idempotent, or without writes. */
  readonly tools: readonly (string | ToolRecord)[];
  /** Receives errors of the store; the call continues as if nothing were stored. */
  readonly report?: FailureReporter;
}

const checks = {
  store: required(aPort('get', 'set', 'touch', 'delete')),
  ttlMs: required(aDuration),
  scope: oneOf('user', 'session', 'public'),
  sliding: aBoolean,
  tools: required(check('a list of tools or their ids', isToolList)),
  report: aFunction,
};

/** The end of a run for those who waited: an answer, nothing, or an answer for its caller alone. */
type End =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'unshared' };

/** State of the call that runs for all. */
interface Lead {
  readonly key: string;
  readonly flight: Flight<End>;
}

/** Caches answers. Equal concurrent calls run once: the first runs, the others wait for it. */
export function cache(options: CacheOptions): ToolHook {
  const { store, ttlMs, scope = 'user', sliding = false, tools, report } = checkHookOptions('cache', options, checks);
  for (const tool of tools) if (typeof tool === 'object') assertSafe(tool.id, isSafe(policyOf(tool)));
  const ids = new Set(tools.map((tool) => (typeof tool === 'string' ? tool : tool.id)));
  const flights = createFlights<End>();
  const leading = Symbol('cache');

  const complain = (thrown: unknown, ctx: ToolInvokeContext, message: string) =>
    reportFailure(report, thrown, ctx, message, 'GOVERN_CACHE_DOWN');

  const keyOf = (ctx: ToolInvokeContext): string | undefined => {
    try {
      return cacheKey(ctx, scope);
    } catch (thrown) {
      complain(thrown, ctx, 'the arguments are not JSON and cannot be looked up');
      return undefined;
    }
  };
  const lookUp = async (ctx: ToolInvokeContext, key: string): Promise<Json | undefined> => {
    try {
      const entry = await store.get(key, ctx.now());
      if (entry === undefined || !(await fitsOutput(ctx.tool.outputSchema, entry.value))) return undefined;
      if (sliding) await store.touch(key, ttlMs, ctx.now());
      return entry.value;
    } catch (thrown) {
      complain(thrown, ctx, 'the cache did not answer');
      return undefined;
    }
  };
  /** A run that ends meanwhile may have stored its answer after the store was read: then the store is read again. */
  const find = async (ctx: ToolInvokeContext, key: string): Promise<Json | undefined> => {
    for (;;) {
      const watch = flights.watch(key);
      const stored = await lookUp(ctx, key);
      watch.stop();
      if (stored !== undefined || !watch.landed) return stored;
    }
  };
  const landing = (ctx: ToolInvokeContext): Lead | undefined => {
    const lead = ctx.data.get(leading) as Lead | undefined;
    ctx.data.delete(leading);
    return lead;
  };
  /** Tells waiting calls that this run gives them nothing; the first of them runs next. */
  const failed = (ctx: ToolInvokeContext) => {
    const lead = landing(ctx);
    if (lead === undefined) return;
    flights.land(lead.key, lead.flight);
    lead.flight.end({ kind: 'failed' });
  };

  return {
    name: 'cache',
    priority: () => priorities.cache,
    filter: (ctx) => ids.has(ctx.toolId),

    async willReadCache(ctx) {
      assertSafe(ctx.toolId, isSafe(ctx.policy));
      const key = keyOf(ctx);
      if (key === undefined) return;
      const stored = await find(ctx, key);
      if (stored !== undefined) ctx.respond(stored);
      for (;;) {
        const flight = flights.get(key);
        if (flight === undefined) {
          // Cancelled meanwhile: others would wait for it in vain.
          ctx.signal.throwIfAborted();
          ctx.data.set(leading, { key, flight: flights.start(key) } satisfies Lead);
          return;
        }
        // A call nested in the run it would wait for: both would wait for ever.
        if (leadsAbove(ctx, leading, key)) return;
        const end = await untilAborted(flight.ended, ctx.signal);
        if (end.kind === 'value') ctx.respond(JSON.parse(end.text));
        if (end.kind === 'unshared') return;
      }
    },

    async willWriteCache(ctx) {
      const lead = landing(ctx);
      if (lead === undefined) return;
      const { key, flight } = lead;
      const end = endOf(ctx, complain);
      flight.end(end);
      try {
        if (end.kind === 'value') await store.set(key, JSON.parse(end.text) as Json, ttlMs, ctx.now());
      } catch (thrown) {
        complain(thrown, ctx, 'the cache did not keep the answer');
      } finally {
        // Only after the answer is stored: calls in between find it here.
        flights.land(key, flight);
      }
    },

    onError: failed,
    willFinalizeInvoke: failed,
  };
}

/** Returns the answer to share: a value of the run itself, as JSON, without intents. */
function endOf(
  ctx: ToolInvokeContext,
  complain: (thrown: unknown, ctx: ToolInvokeContext, message: string) => void,
): End {
  if (ctx.outcome.kind !== 'success') return { kind: 'failed' };
  if (ctx.intents.length > 0) return { kind: 'unshared' };
  try {
    return { kind: 'value', text: canonicalJson(ctx.output) };
  } catch (thrown) {
    complain(thrown, ctx, 'the answer is not JSON and cannot be kept');
    return { kind: 'unshared' };
  }
}

function leadsAbove(ctx: ToolInvokeContext, leading: symbol, key: string): boolean {
  for (let outer = ctx.parent; outer !== undefined; outer = outer.parent) {
    if ((outer.data.get(leading) as Lead | undefined)?.key === key) return true;
  }
  return false;
}

function assertSafe(toolId: string, safe: boolean): void {
  if (safe) return;
  throw optionInvalid('cache', `"${toolId}" is listed, but it writes and is not idempotent`);
}

function isToolList(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return value.every(
    (tool: unknown) => typeof tool === 'string' || (typeof tool === 'object' && tool !== null && 'id' in tool),
  );
}
