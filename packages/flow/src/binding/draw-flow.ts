import type { FlowPlan, PlanNode, PlanStep } from '../contract/plan.js';
import { passesText, planTitle, stepFacts, stepTitle } from './plan-facts.js';

/**
 * A picture of a plan for the terminal: steps from top to bottom, branches beside the line, ports and effects under each
 * step. Ports that a line of `width` cannot hold go on in the next.
 */
export function drawFlow(plan: FlowPlan, width = Infinity): string {
  return [planTitle(plan), `│ ${passesText(plan)}`, ...drawNodes(plan.nodes, width), '○'].join('\n');
}

function drawNodes(nodes: readonly PlanNode[], width: number): string[] {
  return nodes.flatMap((node) =>
    node.kind === 'step' ? drawStep(node, width) : drawFork(node.node, node.branches, width),
  );
}

const factIndent = '│   ';
const wordWidth = 9;

function drawStep(step: PlanStep, width: number): string[] {
  const facts = stepFacts(step).flatMap(([word, text]) =>
    wrap(text, width - factIndent.length - wordWidth).map(
      (line, index) => factIndent + (index === 0 ? word : '').padEnd(wordWidth) + line,
    ),
  );
  return [`● ${stepTitle(step)}`, ...facts];
}

function drawFork(node: string, branches: readonly (readonly PlanNode[])[], width: number): string[] {
  const inside = branches.flatMap((branch, index) => [
    `├─┐ ${node}.b${index + 1}`,
    ...drawNodes(branch, width - 2).map((line) => `│ ${line}`),
    '│ ╵',
  ]);
  return [`◆ ${node} side by side`, ...inside, `◆ ${node} joined`];
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
