import type { FlowPlan, PlanNode, PlanStep } from '../contract/plan.js';
import { markedKey } from './explain-plan.js';

/** A picture of a plan for the terminal: steps from top to bottom, branches beside the line, ports and effects under each step. */
export function drawFlow(plan: FlowPlan): string {
  const locales = plan.targetLocales.length === 0 ? '' : ` → ${plan.targetLocales.join(' ')}`;
  const lines = [`${plan.name} (${plan.sourceLocale}${locales})`, `│ ${drawPasses(plan)}`];
  return [...lines, ...drawNodes(plan.nodes), '○'].join('\n');
}

function drawPasses({ passes }: FlowPlan): string {
  return passes.length === 0 ? 'no passes' : `passes ${drawSets(passes)}`;
}

function drawNodes(nodes: readonly PlanNode[]): string[] {
  return nodes.flatMap((node) => (node.kind === 'step' ? drawStep(node) : drawFork(node.node, node.branches)));
}

function drawStep(step: PlanStep): string[] {
  const { contract } = step;
  const label = step.label === undefined ? '' : ` · ${step.label}`;
  const facts: [string, string][] = [
    ['runs for', drawSets(step.localeSets)],
    ['needs', contract.consumes.map(markedKey).join(' ')],
    ['gives', contract.produces.map(markedKey).join(' ')],
    ['touches', (contract.sideEffects ?? []).join(' ')],
    ['requires', (contract.requires ?? []).join(' ')],
  ];
  const told = facts.filter(([, text]) => text !== '');
  return [`● ${step.node} ${step.tool}${label}`, ...told.map(([name, text]) => `│   ${name.padEnd(8)} ${text}`)];
}

function drawFork(node: string, branches: readonly (readonly PlanNode[])[]): string[] {
  const inside = branches.flatMap((branch, index) => [
    `├─┐ ${node}.b${index + 1}`,
    ...drawNodes(branch).map((line) => `│ ${line}`),
    '│ ╵',
  ]);
  return [`◆ ${node} side by side`, ...inside, `◆ ${node} joined`];
}

function drawSets(sets: readonly (readonly string[])[]): string {
  return sets.map((set) => `[${set.join(' ')}]`).join(' ');
}
