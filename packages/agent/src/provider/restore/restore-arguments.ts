import { isPlainObject, type RestorePlan, type RestoreStep } from '@helve/core';
import { placesBelow, toRestoreGraph, withDefinitions, type Place, type RestoreGraph } from './restore-graph.js';

/** One thing that was undone, and where the model had put it. */
export interface RestoredStep {
  readonly pointer: string;
  readonly step: 'renamed' | 'null-removed' | 'enum-number';
}

/** Arguments as the tool knows them. */
export interface Restored {
  readonly value: unknown;
  readonly restored: readonly RestoredStep[];
}

const graphs = new WeakMap<RestorePlan, RestoreGraph<RestoreStep>>();
const maxDepth = 1000;

/** Undoes a projection: parameter names, nulls for what was left out, numbers sent as text. What was sent stays as it is. */
export function restoreArguments(plan: RestorePlan, value: unknown): Restored {
  // The common case: nothing to undo.
  if (plan.length === 0) return { value, restored: [] };
  const graph = graphs.get(plan) ?? toRestoreGraph(plan);
  graphs.set(plan, graph);
  const root = graph.get('');
  const restored: RestoredStep[] = [];
  const places = withDefinitions(graph, root === undefined ? [] : [root]);
  return { value: restore({ graph, restored }, value, places, []), restored };
}

interface Run {
  readonly graph: RestoreGraph<RestoreStep>;
  readonly restored: RestoredStep[];
}

type Places = ReadonlySet<Place<RestoreStep>>;

function restore(run: Run, value: unknown, places: Places, path: readonly string[]): unknown {
  // Deeper than this nothing is accepted anyway.
  if (places.size === 0 || path.length > maxDepth) return value;
  if (typeof value === 'string') return restoreNumber(run, value, places, path);
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => restoreMember(run, String(index), item, places, path));
  }
  return isPlainObject(value) ? restoreObject(run, value, places, path) : value;
}

function restoreMember(run: Run, name: string, value: unknown, places: Places, path: readonly string[]): unknown {
  return restore(run, value, placesBelow(run.graph, places, name), [...path, name]);
}

function restoreObject(run: Run, value: Record<string, unknown>, places: Places, path: readonly string[]): unknown {
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const below = placesBelow(run.graph, places, name);
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

function restoreNumber(run: Run, text: string, places: Places, path: readonly string[]): string | number {
  for (const { marks } of places) {
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

function find(places: Places, kind: RestoreStep['step']): RestoreStep | undefined {
  for (const { marks } of places) {
    const step = marks.find((mark) => mark.step === kind);
    if (step !== undefined) return step;
  }
  return undefined;
}

function note(run: Run, path: readonly string[], step: RestoredStep['step']): void {
  const tokens = path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  run.restored.push(Object.freeze({ pointer: tokens.join(''), step }));
}
