import { callInfo, toToolError, type ToolError, type ToolInvokeContext } from '@helve/core';
import { isSafe } from '../is-safe.js';

/** What a call failed with, as its caller will be told. */
export function errorOfCall(ctx: ToolInvokeContext, thrown: unknown = ctx.error): ToolError {
  const { toolId, requestId, executeBegan, policy } = ctx;
  const stage = callInfo(thrown)?.stage;
  const writes = policy.sideEffects === 'writes';
  return toToolError(thrown, { toolId, requestId, executeBegan, writes, safe: isSafe(policy), stage });
}
