import { digest, type Json } from '@helve/core';

/** Time that a claim holds without a heartbeat. */
export const LEASE_MS = 30_000;
/** Time between two heartbeats. */
export const HEARTBEAT_MS = 10_000;

export interface StepFacts {
  readonly job: string;
  readonly plan: string;
  readonly unit: string;
  readonly node: string;
  readonly input: Json;
}

/** Under which key a step of a unit is journaled: the same work has the same key, however often it is tried. */
export function stepKey({ input, job, node, plan, unit }: StepFacts): string {
  return digest({ input, job, node, plan, unit });
}

/** The idempotency key of the `n`th call of a step. */
export function callKey(key: string, n: number, input: Json): string {
  return digest({ input, key, n });
}
