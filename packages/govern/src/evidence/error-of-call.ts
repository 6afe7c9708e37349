import { callInfo, toToolError, type ToolError, type ToolInvokeContext } from '@helve/core';
import { isSafe } from '../is-safe.js';

/** Returns the error of a call as its caller sees it. */
export function errorOfCall(ctx: ToolInvokeContext, thrown: unknown = ctx.error): ToolError {
  const { toolId, requestId, executeBegan, policy } = ctx;
  const stage = callInfo(thrown)?.stage;
  const writes = policy.sideEffects === 'writes';
  return toToolError(thrown, { toolId, requestId, executeBegan, writes, safe: isSafe(policy), stage });
}
