import { planSteps } from '../../binding/plan-steps.js';
import { redactsData, restoresData } from '../../binding/vault-step.js';
import type { FlowPlan } from '../../contract/plan.js';

/** The steps that see private data, in a flow that takes some out or puts it back: before the one and after the other. */
export function nodesWithSecrets(plan: FlowPlan): ReadonlySet<string> {
  const steps = planSteps(plan);
  const nodes = new Set<string>();
  let isPrivate = steps.some(redactsData);
  for (const step of steps) {
    if (redactsData(step)) isPrivate = false;
    else if (restoresData(step)) isPrivate = true;
    else if (isPrivate) nodes.add(step.node);
  }
  return nodes;
}
