import type { ToolHook } from '@helve/core';
import { aFunction, aPort } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { priorities } from '../priorities.js';
import type { FailureReporter } from '../report-failure.js';
import { createCallMetrics } from './call-metrics.js';
import { createCallSpans } from './call-spans.js';
import { createMeasurementGuard } from './measurement-guard.js';
import type { Meter, Tracer } from './open-telemetry.js';

export interface TelemetryOptions {
  /** Tracer of OpenTelemetry, such as `trace.getTracer('helve')`. */
  readonly tracer?: Tracer;
  /** Meter of OpenTelemetry, such as `metrics.getMeter('helve')`. */
  readonly meter?: Meter;
  /** Receives errors of the tracer or meter; the call continues. */
  readonly report?: FailureReporter;
}

const checks = { tracer: aPort('startSpan'), meter: aPort('createCounter', 'createHistogram'), report: aFunction };

/** Creates spans and counters for OpenTelemetry; none of them holds a payload. */
export function telemetry(options: TelemetryOptions = {}): ToolHook {
  const { tracer, meter, report } = checkHookOptions('telemetry', options, checks);
  const guarded = createMeasurementGuard(report);
  const spans = tracer === undefined ? undefined : createCallSpans(tracer, guarded);
  const metrics = meter === undefined ? undefined : createCallMetrics(meter, guarded);
  const named = { name: 'telemetry', priority: () => priorities.telemetry };
  if (spans === undefined || metrics === undefined) return { ...named, ...spans, ...metrics };
  return {
    ...named,
    ...spans,
    ...metrics,
    willFinalizeInvoke(ctx) {
      metrics.willFinalizeInvoke(ctx);
      spans.willFinalizeInvoke(ctx);
    },
  };
}
