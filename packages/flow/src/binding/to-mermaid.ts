import { buildGraph, type GraphTree } from '../check/flow-graph.js';
import type { FlowPlan, PlanNode, PlanStep } from '../contract/plan.js';
import { passesText, planTitle, stepFacts, stepTitle } from './plan-facts.js';
import { planSteps } from './plan-steps.js';

/** A plan as a Mermaid flowchart: every step with its passes, ports and effects, forks and joins as diamonds. */
export function toMermaid(plan: FlowPlan): string {
  const graph = buildGraph(plan.nodes.map(toTree));
  const steps = new Map(planSteps(plan).map((step) => [step.node, step]));
  const nodes = graph.nodes.map(({ id, kind }) => {
    const step = steps.get(id);
    return step === undefined ? `  ${toNodeId(id)}{"${kind}"}` : `  ${toNodeId(id)}["${renderLabel(step)}"]`;
  });
  const edges = graph.edges.map(([from, to]) => `  ${toNodeId(from)} --> ${toNodeId(to)}`);
  const title = JSON.stringify(`${planTitle(plan)}, ${passesText(plan)}`);
  return ['---', `title: ${title}`, '---', 'flowchart TD', ...nodes, ...edges, ''].join('\n');
}

function toTree(node: PlanNode): GraphTree {
  const { pointer } = node;
  if (node.kind === 'step') return { kind: 'step', id: node.node, pointer, tool: node.tool, variants: [], handles: [] };
  return { kind: 'fork', id: node.node, pointer, branches: node.branches.map((branch) => branch.map(toTree)) };
}

function toNodeId(path: string): string {
  return `n${path.replaceAll('.', '_')}`;
}

function renderLabel(step: PlanStep): string {
  const facts = stepFacts(step).map(([word, text]) => `${word} ${text}`);
  return [stepTitle(step), ...facts].map(escape).join('<br/>');
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"#;]/g, (sign) => `#${String(sign.codePointAt(0))};`);
}
