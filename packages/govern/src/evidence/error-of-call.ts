import { callInfo, toToolError, type ToolError, type ToolInvokeContext } from '@helve/core';
import { isSafe } from '../is-safe.js';

/** Returns the error of a call as its caller sees it. */
export function errorOfCall(ctx: ToolInvokeContext, thrown: unknown = ctx.error): ToolError {
  const { toolId, requestId, executeBegan, policy } = ctx;
  const stage = callInfo(thrown)?.stage;
  const { sideEffects } = policy;
  return toToolError(thrown, { toolId, requestId, executeBegan, sideEffects, safe: isSafe(policy), stage });
}
