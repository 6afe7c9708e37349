import type { ToolPolicy } from '@helve/core';

/** True for a tool that may run twice: it changes nothing, or a repetition changes nothing more. */
export function isSafe(policy: ToolPolicy): boolean {
  return policy.idempotent || policy.sideEffects !== 'writes';
}
