import type { ToolHook, ToolInvokeContext } from '@helve/core';
import { outcomeAttributes, toolAttributes } from './call-attributes.js';
import type { MeasurementGuard } from './measurement-guard.js';
import type { Meter } from './open-telemetry.js';

interface Notes {
  capacityFromMs: number | undefined;
  finalized: boolean;
}

/** Counts and measures calls: outcome and type, duration, attempts, waits, hits, and bodies that did not stop. */
export function createCallMetrics(meter: Meter, guarded: MeasurementGuard) {
  const calls = meter.createCounter('helve.tool.calls', { description: 'Calls by tool, outcome and error type' });
  const duration = meter.createHistogram('helve.tool.duration', { description: 'From first to last hook', unit: 'ms' });
  const attempts = meter.createHistogram('helve.tool.attempts', { description: 'Attempts of one call' });
  const waits = meter.createHistogram('helve.tool.wait', { description: 'Waiting for quota and slot', unit: 'ms' });
  const hits = meter.createCounter('helve.tool.cache_hits', { description: 'Calls answered from a store' });
  const zombies = meter.createCounter('helve.tool.zombies', { description: 'Bodies that outlived their call' });
  const key = Symbol('metrics');

  const notesOf = (ctx: ToolInvokeContext): Notes => {
    const notes = (ctx.data.get(key) ?? { capacityFromMs: undefined, finalized: false }) as Notes;
    ctx.data.set(key, notes);
    return notes;
  };

  return {
    willAcquireQuota: guarded((ctx) => {
      notesOf(ctx).capacityFromMs = ctx.now();
    }),
    willParseInput: guarded((ctx) => {
      const { capacityFromMs } = notesOf(ctx);
      if (capacityFromMs !== undefined) waits.record(ctx.now() - capacityFromMs, toolAttributes(ctx));
    }),
    onMetrics: guarded((ctx) => {
      const attributes = outcomeAttributes(ctx);
      calls.add(1, attributes);
      if (ctx.durationMs !== undefined) duration.record(ctx.durationMs, attributes);
      attempts.record(ctx.attempt, attributes);
      if (ctx.outcome.kind === 'responded' && ctx.outcome.cacheHit) hits.add(1, toolAttributes(ctx));
    }),
    // A release after the end: the body was still running when its call was answered.
    didReleaseQuota: guarded((ctx) => {
      if (notesOf(ctx).finalized) zombies.add(1, toolAttributes(ctx));
    }),
    willFinalizeInvoke: guarded((ctx) => {
      notesOf(ctx).finalized = true;
    }),
  } satisfies ToolHook;
}
