import { RESPONSE_SCHEMA_VERSION, toToolResponse, type ResponseMeta, type ToolInvokeContext } from '@helve/core';
import type { CallPort } from '../contract/tool.js';

/** The calls of steps, made within the call that runs the flow: the same rules, one trail. */
export function callPortOf(ctx: ToolInvokeContext): CallPort['call'] {
  return async ({ tool, input }) => {
    const began = performance.now();
    const meta = (): ResponseMeta => ({
      toolId: tool,
      toolVersion: null,
      registryVersion: ctx.registryVersion,
      requestId: ctx.requestId,
      duration: performance.now() - began,
      responseSchemaVersion: RESPONSE_SCHEMA_VERSION,
    });
    try {
      return toToolResponse({ data: await ctx.invoke(tool, input) }, undefined, meta());
    } catch (thrown) {
      const call = { toolId: tool, requestId: ctx.requestId, executeBegan: false, writes: false, safe: true };
      return toToolResponse({ thrown, call }, undefined, meta());
    }
  };
}
