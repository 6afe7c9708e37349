import { isPlainObject, type RestorePlan, type RestoreStep, toPointer } from '@helve/core';
import { nodesBelow, toRestoreGraph, withDefinitions, type RestoreNode, type RestoreGraph } from './restore-graph.js';

/** One undone change, and its location in what the model sent. */
export interface RestoredStep {
  readonly pointer: string;
  readonly step: 'renamed' | 'null-removed' | 'enum-number';
}

/** Arguments in the tool's own form. */
export interface RestoredArguments {
  readonly value: unknown;
  readonly restored: readonly RestoredStep[];
}

const graphs = new WeakMap<RestorePlan, RestoreGraph<RestoreStep>>();
const maxDepth = 1000;

/**
 * Undoes a projection: parameter names, nulls for absent values, numbers sent as text. Does not change the value it is
 * given.
 */
export function restoreArguments(plan: RestorePlan, value: unknown): RestoredArguments {
  // The common case: nothing to undo.
  if (plan.length === 0) return { value, restored: [] };
  const graph = graphs.get(plan) ?? toRestoreGraph(plan);
  graphs.set(plan, graph);
  const root = graph.get('');
  const restored: RestoredStep[] = [];
  const nodes = withDefinitions(graph, root === undefined ? [] : [root]);
  return { value: restore({ graph, restored }, value, nodes, []), restored };
}

interface Run {
  readonly graph: RestoreGraph<RestoreStep>;
  readonly restored: RestoredStep[];
}

type Nodes = ReadonlySet<RestoreNode<RestoreStep>>;

function restore(run: Run, value: unknown, nodes: Nodes, path: readonly string[]): unknown {
  // Deeper arguments are not accepted anyway.
  if (nodes.size === 0 || path.length > maxDepth) return value;
  if (typeof value === 'string') return restoreNumber(run, value, nodes, path);
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => restoreMember(run, String(index), item, nodes, path));
  }
  return isPlainObject(value) ? restoreObject(run, value, nodes, path) : value;
}

function restoreMember(run: Run, name: string, value: unknown, nodes: Nodes, path: readonly string[]): unknown {
  return restore(run, value, nodesBelow(run.graph, nodes, name), [...path, name]);
}

function restoreObject(run: Run, value: Record<string, unknown>, nodes: Nodes, path: readonly string[]): unknown {
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const below = nodesBelow(run.graph, nodes, name);
    const here = [...path, name];
    const step = (kind: RestoreStep['step']) => find(below, kind);
    if (member === null && step('null-removed') !== undefined) {
      note(run, here, 'null-removed');
      continue;
    }
    const renamed = step('renamed');
    const to = renamed?.step === 'renamed' && !Object.hasOwn(value, renamed.to) ? renamed.to : name;
    if (to !== name) note(run, here, 'renamed');
    members.push([to, restore(run, member, below, here)]);
  }
  // Defined, not assigned: a name such as `__proto__` becomes a property like any other.
  return Object.fromEntries(members);
}

function restoreNumber(run: Run, text: string, nodes: Nodes, path: readonly string[]): string | number {
  for (const { marks } of nodes) {
    for (const step of marks) {
      if (step.step !== 'enum-number') continue;
      const number = step.values.find((value) => JSON.stringify(value) === text);
      if (number === undefined) continue;
      note(run, path, 'enum-number');
      return number;
    }
  }
  return text;
}

function find(nodes: Nodes, kind: RestoreStep['step']): RestoreStep | undefined {
  for (const { marks } of nodes) {
    const step = marks.find((mark) => mark.step === kind);
    if (step !== undefined) return step;
  }
  return undefined;
}

function note(run: Run, path: readonly string[], step: RestoredStep['step']): void {
  run.restored.push(Object.freeze({ pointer: toPointer(path), step }));
}
