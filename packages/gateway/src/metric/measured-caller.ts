import type { Caller, CallerOptions, ToolResponse } from '@helve/core';
import type { GatewayMetrics } from './gateway-metrics.js';

/** The same caller, whose calls are counted. */
export function measuredCaller(caller: Caller, metrics: GatewayMetrics): Caller {
  const measured = async (options: CallerOptions): Promise<ToolResponse> => {
    const began = performance.now();
    metrics.callBegan();
    let response: ToolResponse | undefined;
    try {
      response = await caller.callTool(options);
      return response;
    } finally {
      const seconds = (performance.now() - began) / 1000;
      metrics.callEnded(response, caller.tools, options.call?.door ?? 'none', seconds);
    }
  };
  return Object.freeze({ ...caller, callTool: measured });
}
