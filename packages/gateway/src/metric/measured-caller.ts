import type { Caller, CallerOptions, ToolResponse } from '@helve/core';
import type { GatewayMetrics } from './gateway-metrics.js';

/** The same caller, whose calls are counted. */
export function measuredCaller(caller: Caller, metrics: GatewayMetrics): Caller {
  const measured = (options: CallerOptions): Promise<ToolResponse> => {
    const began = performance.now();
    metrics.callBegan();
    const end = (response: ToolResponse | undefined) => {
      const seconds = (performance.now() - began) / 1000;
      metrics.callEnded(response, caller.tools, options.call?.door ?? 'none', seconds);
    };
    return caller.callTool(options).then(
      (response) => {
        end(response);
        return response;
      },
      (thrown: unknown) => {
        end(undefined);
        throw thrown;
      },
    );
  };
  return Object.freeze({ ...caller, callTool: measured });
}
