import { buildGraph, type GraphTree } from '../check/flow-graph.js';
import type { FlowPlan, PlanNode, PlanStep } from '../contract/plan.js';
import { markedKey } from './explain-plan.js';
import { planSteps } from './plan-steps.js';

/** A plan as a Mermaid flowchart: every step with what it gives and touches, forks and joins as diamonds. */
export function toMermaid(plan: FlowPlan): string {
  const graph = buildGraph(plan.nodes.map(toTree));
  const steps = new Map(planSteps(plan).map((step) => [step.node, step]));
  const nodes = graph.nodes.map(({ id, kind }) => {
    const step = steps.get(id);
    return step === undefined ? `  ${idOf(id)}{"${kind}"}` : `  ${idOf(id)}["${labelOf(step)}"]`;
  });
  const edges = graph.edges.map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`);
  return ['flowchart TD', ...nodes, ...edges, ''].join('\n');
}

function toTree(node: PlanNode): GraphTree {
  const { pointer } = node;
  if (node.kind === 'step') return { kind: 'step', id: node.node, pointer, tool: node.tool, variants: [], handles: [] };
  return { kind: 'fork', id: node.node, pointer, branches: node.branches.map((branch) => branch.map(toTree)) };
}

function idOf(path: string): string {
  return `n${path.replaceAll('.', '_')}`;
}

function labelOf({ node, tool, label, contract }: PlanStep): string {
  const lines = [
    `${node} ${tool}${label === undefined ? '' : ` · ${label}`}`,
    contract.produces.map(markedKey).join(' '),
    (contract.sideEffects ?? []).join(' '),
  ];
  return lines
    .filter((line) => line !== '')
    .map(escape)
    .join('<br/>');
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"#;]/g, (sign) => `#${String(sign.codePointAt(0))};`);
}
