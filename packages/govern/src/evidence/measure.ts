import type { ToolInvokeContext } from '@helve/core';
import { tell, type Tell } from '../tell.js';

/** Whoever measures must not be able to stop what is measured. */
export type Guard = (measure: (ctx: ToolInvokeContext) => void) => (ctx: ToolInvokeContext) => void;

export function createGuard(report: Tell | undefined): Guard {
  return (measure) => (ctx) => {
    try {
      measure(ctx);
    } catch (thrown) {
      tell(report, thrown, ctx, 'the call could not be measured', 'GOVERN_TELEMETRY_DOWN');
    }
  };
}
