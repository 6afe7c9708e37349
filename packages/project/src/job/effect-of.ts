import type { ToolPolicy } from '@helve/core';
import type { StepEffect } from '@helve/flow/engine';

/** Tells how a call of a tool may be repeated of which nobody knows whether it has happened; without a policy, not at all. */
export function effectOf(policy: Partial<ToolPolicy> | undefined): StepEffect {
  const { sideEffects = 'writes', idempotent = false } = policy ?? {};
  if (sideEffects !== 'writes') return 'none';
  return idempotent ? 'keyed' : 'once';
}
