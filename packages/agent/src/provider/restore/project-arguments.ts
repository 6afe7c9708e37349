import { isPlainObject, type RestorePlan, type RestoreStep } from '@helve/core';
import { nodesBelow, toRestoreGraph, withDefinitions, type RestoreNode, type RestoreGraph } from './restore-graph.js';

type Nodes = ReadonlySet<RestoreNode<RestoreStep>>;

/** Converts arguments to the form in which a model sends them: the inverse of `restoreArguments`. Adds no nulls. */
export function projectArguments(plan: RestorePlan, value: unknown): unknown {
  if (plan.length === 0) return value;
  const graph = toRestoreGraph(plan);
  const root = graph.get('');
  return project(graph, value, withDefinitions(graph, root === undefined ? [] : [root]));
}

function project(graph: RestoreGraph<RestoreStep>, value: unknown, nodes: Nodes): unknown {
  if (nodes.size === 0) return value;
  if (typeof value === 'number') return isSpelled(nodes, value) ? JSON.stringify(value) : value;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => project(graph, item, nodesBelow(graph, nodes, String(index))));
  }
  if (!isPlainObject(value)) return value;
  const names = newNames(nodes);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const sent = names.get(name) ?? name;
      return [sent, project(graph, member, nodesBelow(graph, nodes, sent))];
    }),
  );
}

function isSpelled(nodes: Nodes, value: number): boolean {
  return [...nodes].some(({ marks }) =>
    marks.some((step) => step.step === 'enum-number' && step.values.includes(value)),
  );
}

/** Maps the own names of members to the names in the form. */
function newNames(nodes: Nodes): ReadonlyMap<string, string> {
  const steps = [...nodes].flatMap(({ members }) => [...members.values()].flatMap(({ marks }) => marks));
  return new Map(steps.flatMap((step) => (step.step === 'renamed' ? [[step.to, step.from] as const] : [])));
}
