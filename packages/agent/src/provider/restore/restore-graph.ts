import { fromPointerToken } from '@helve/core';
import type { Mark } from './restore-mark.js';

/** A location in the arguments with its marks, and the locations below. */
export interface RestoreNode<M> {
  readonly marks: M[];
  readonly definitions: string[];
  readonly members: Map<string, RestoreNode<M>>;
  every: RestoreNode<M> | undefined;
}

/** The locations that marks refer to: those of the arguments, and those of each definition. */
export type RestoreGraph<M> = ReadonlyMap<string, RestoreNode<M>>;

/** Arranges marks, or the steps of a plan, by location. */
export function toRestoreGraph<M extends Mark>(marks: readonly M[]): RestoreGraph<M> {
  const roots = new Map<string, RestoreNode<M>>([['', emptyNode()]]);
  for (const mark of marks) {
    const node = nodeAt(roots, mark.pointer);
    if (mark.step === 'defined') node.definitions.push(mark.definition);
    else node.marks.push(mark);
  }
  return roots;
}

function emptyNode<M>(): RestoreNode<M> {
  return { marks: [], definitions: [], members: new Map(), every: undefined };
}

function nodeAt<M>(roots: Map<string, RestoreNode<M>>, pointer: string): RestoreNode<M> {
  const [root = '', ...tokens] = pointer.split('/');
  let node = roots.get(root) ?? emptyNode();
  roots.set(root, node);
  for (const token of tokens) node = token === '*' ? (node.every ??= emptyNode()) : findMember(node, unescape(token));
  return node;
}

function findMember<M>(node: RestoreNode<M>, name: string): RestoreNode<M> {
  const member = node.members.get(name) ?? emptyNode();
  node.members.set(name, member);
  return member;
}

function unescape(token: string): string {
  return fromPointerToken(token.replaceAll('~2', '*'));
}

/** Adds the definitions that apply at some nodes. */
export function withDefinitions<M>(
  graph: RestoreGraph<M>,
  nodes: Iterable<RestoreNode<M>>,
): ReadonlySet<RestoreNode<M>> {
  const all = new Set(nodes);
  // A set yields elements that are added while it is iterated.
  for (const node of all) {
    for (const name of node.definitions) {
      const definition = graph.get(name);
      if (definition !== undefined) all.add(definition);
    }
  }
  return all;
}

/** Returns the nodes one step below some, by the name of a member. */
export function nodesBelow<M>(
  graph: RestoreGraph<M>,
  nodes: ReadonlySet<RestoreNode<M>>,
  name: string,
): ReadonlySet<RestoreNode<M>> {
  const found: RestoreNode<M>[] = [];
  for (const { members, every } of nodes) {
    const member = members.get(name);
    if (member !== undefined) found.push(member);
    if (every !== undefined) found.push(every);
  }
  return withDefinitions(graph, found);
}

/** Returns each set of nodes that may apply to one value. */
export function coincidingNodes<M>(graph: RestoreGraph<M>): ReadonlySet<RestoreNode<M>>[] {
  const root = graph.get('');
  const ids = new Map<RestoreNode<M>, number>();
  const keyOf = (nodes: ReadonlySet<RestoreNode<M>>) =>
    [...nodes]
      .map((node) => ids.get(node) ?? (ids.set(node, ids.size), ids.size - 1))
      .sort((a, b) => a - b)
      .join();
  const seen = new Map<string, ReadonlySet<RestoreNode<M>>>();
  const waiting = root === undefined ? [] : [withDefinitions(graph, [root])];
  for (let nodes = waiting.pop(); nodes !== undefined; nodes = waiting.pop()) {
    const key = keyOf(nodes);
    if (nodes.size === 0 || seen.has(key)) continue;
    seen.set(key, nodes);
    const here = nodes;
    // No member has this name, so it stands for all that are not named.
    const names = new Set([...[...here].flatMap(({ members }) => [...members.keys()]), '\u0000']);
    waiting.push(...[...names].map((name) => nodesBelow(graph, here, name)));
  }
  return [...seen.values()];
}
