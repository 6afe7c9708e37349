import type { FlowPlan, PlanNode, PlanStep } from '../contract/plan.js';

/** Every step of a plan in document order, also those inside branches. */
export function planSteps({ nodes }: Pick<FlowPlan, 'nodes'>): PlanStep[] {
  return nodes.flatMap(listSteps);
}

function listSteps(node: PlanNode): PlanStep[] {
  return node.kind === 'step' ? [node] : node.branches.flatMap((branch) => branch.flatMap(listSteps));
}
