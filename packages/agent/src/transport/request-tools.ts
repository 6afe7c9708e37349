import type { Json, JsonObject } from '@helve/core';

/** Returns the tools that a request names already, such as a vendor's own search; ours are added to them. */
export function requestTools(request: JsonObject): readonly Json[] {
  const { tools } = request;
  return Array.isArray(tools) ? (tools as readonly Json[]) : [];
}
