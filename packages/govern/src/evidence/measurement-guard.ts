import type { ToolInvokeContext } from '@helve/core';
import { reportFailure, type FailureReporter } from '../report-failure.js';

/** Wraps a measurement so that it cannot fail the call. */
export type MeasurementGuard = (measure: (ctx: ToolInvokeContext) => void) => (ctx: ToolInvokeContext) => void;

export function createMeasurementGuard(report: FailureReporter | undefined): MeasurementGuard {
  return (measure) => (ctx) => {
    try {
      measure(ctx);
    } catch (thrown) {
      reportFailure(report, thrown, ctx, 'the call could not be measured', 'GOVERN_TELEMETRY_DOWN');
    }
  };
}
