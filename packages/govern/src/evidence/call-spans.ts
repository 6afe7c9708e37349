import { callInfo, type ToolHook, type ToolInvokeContext } from '@helve/core';
import { callAttributes, outcomeAttributes } from './call-attributes.js';
import { errorOfCall } from './error-of-call.js';
import type { MeasurementGuard } from './measurement-guard.js';
import { contextOf, SpanKind, SpanStatus, type Span, type Tracer } from './open-telemetry.js';
import { fromTraceparent, setTraceparent, toTraceparent } from './traceparent.js';

interface Spans {
  readonly call: Span;
  attempt: Span | undefined;
}

/** Creates one span for the call, from its first hook to its last, and one inside for every attempt. */
export function createCallSpans(tracer: Tracer, guarded: MeasurementGuard) {
  const key = Symbol('spans');
  const spansOf = (ctx: ToolInvokeContext) => ctx.data.get(key) as Spans | undefined;
  const event = (ctx: ToolInvokeContext, name: string, attributes: Parameters<Span['addEvent']>[1]) =>
    spansOf(ctx)?.call.addEvent(name, attributes);

  /**
   * Returns the parent span of this call: that of its caller, in this process or another; undefined means the active
   * one.
   */
  const parentContext = (ctx: ToolInvokeContext) => {
    const outer = ctx.parent === undefined ? undefined : spansOf(ctx.parent);
    if (outer !== undefined) return contextOf(outer.attempt ?? outer.call);
    const remote = fromTraceparent(ctx.call.traceparent);
    return remote === undefined ? undefined : contextOf({ spanContext: () => remote });
  };
  const endAttempt = (ctx: ToolInvokeContext, failure?: { readonly thrown: unknown }, endTime?: number) => {
    const spans = spansOf(ctx);
    if (spans?.attempt === undefined) return;
    if (failure !== undefined) markFailed(spans.attempt, errorOfCall(ctx, failure.thrown).type);
    spans.attempt.end(endTime);
    spans.attempt = undefined;
  };

  return {
    willCreateInvokeContext: guarded((ctx) => {
      const options = { kind: SpanKind.INTERNAL, attributes: callAttributes(ctx) };
      const call = tracer.startSpan(`execute_tool ${ctx.toolId}`, options, parentContext(ctx));
      ctx.data.set(key, { call, attempt: undefined } satisfies Spans);
      setTraceparent(ctx, toTraceparent(call.spanContext()));
    }),
    didCacheHit: guarded((ctx) => event(ctx, 'helve.cache_hit', {})),

    async aroundExecute(ctx, next) {
      try {
        return await next();
      } catch (thrown) {
        // The engine has no error of an abandoned attempt: its wrapper threw it.
        guarded(() => endAttempt(ctx, { thrown: ctx.lastError ?? thrown }))(ctx);
        throw thrown;
      }
    },
    onRetry: guarded((ctx) => {
      const delay = ctx.retryDelayMs ?? 0;
      // The attempt ended before the wait, which the engine reports only now.
      endAttempt(ctx, { thrown: ctx.lastError }, delay === 0 ? undefined : Date.now() - delay);
      event(ctx, 'helve.retry', { 'helve.attempt': ctx.attempt, 'helve.delay_ms': delay });
    }),
    willExecute: guarded((ctx) => {
      const spans = spansOf(ctx);
      if (spans === undefined) return;
      const attributes = { ...callAttributes(ctx), 'helve.attempt': ctx.attempt };
      const options = { kind: SpanKind.INTERNAL, attributes };
      spans.attempt = tracer.startSpan(`attempt ${ctx.attempt}`, options, contextOf(spans.call));
      setTraceparent(ctx, toTraceparent(spans.attempt.spanContext()));
    }),
    didExecute: guarded((ctx) => endAttempt(ctx)),
    onGiveUp: guarded((ctx) => event(ctx, 'helve.give_up', { 'helve.attempt': ctx.attempt })),

    onError: guarded((ctx) => {
      const spans = spansOf(ctx);
      const { type } = errorOfCall(ctx);
      if (spans !== undefined) markFailed(spans.call, type);
      if (!isRefusal(ctx)) return;
      const where = callInfo(ctx.error);
      const at = where === undefined ? {} : { 'helve.stage': where.stage, 'helve.hook': where.hook };
      event(ctx, 'helve.refused', { 'error.type': type, ...at });
    }),
    willFinalizeInvoke: guarded((ctx) => {
      const span = spansOf(ctx)?.call;
      span?.setAttributes({ ...outcomeAttributes(ctx), 'helve.attempts': ctx.attempt });
      if (ctx.error === undefined) span?.setStatus({ code: SpanStatus.OK });
      span?.end();
    }),
  } satisfies ToolHook;
}

/** True when a gate refused the call, or the tool was not reached. */
function isRefusal({ outcome, executeBegan }: ToolInvokeContext): boolean {
  return outcome.kind === 'aborted' || outcome.kind === 'retryAfter' || !executeBegan;
}

function markFailed(span: Span, type: string): void {
  span.setAttributes({ 'error.type': type });
  span.setStatus({ code: SpanStatus.ERROR, message: type });
}
