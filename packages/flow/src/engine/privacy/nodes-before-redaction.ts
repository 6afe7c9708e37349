import { planSteps } from '../../binding/plan-steps.js';
import { redactsData } from '../../binding/vault-step.js';
import type { FlowPlan } from '../../contract/plan.js';

/**
 * The steps before the first one that takes private data out, in a flow that has one: nobody has looked at the ids of
 * their blocks yet, so that none of them can be told.
 */
export function nodesBeforeRedaction(plan: FlowPlan): ReadonlySet<string> {
  const steps = planSteps(plan);
  const first = steps.findIndex(redactsData);
  return new Set(steps.slice(0, Math.max(first, 0)).map(({ node }) => node));
}
