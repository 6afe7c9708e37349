import type { IOPort } from '../contract/meta.js';
import type { PartHandler } from '../tool/tool-info.js';

/** A step of the graph. */
export interface StepNode {
  readonly kind: 'step';
  readonly id: string;
  readonly pointer: string;
  readonly tool: string;
  /** The variants that the step itself names; empty when the run decides. */
  readonly variants: readonly string[];
  readonly handles: readonly PartHandler[];
  /** Ports of the tool that an unknown name probably means. */
  readonly assumed?: readonly IOPort[];
}

/** Where branches begin or end. */
export interface ForkNode {
  readonly kind: 'fork' | 'join';
  readonly id: string;
  readonly pointer: string;
  readonly branches: number;
}

export type GraphNode = StepNode | ForkNode;

/** The steps of a flow in an order that its edges allow, with one entry and one exit. */
export interface FlowGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly (readonly [from: string, to: string])[];
}

/** A flow as a tree: steps, branches, and chains that a step runs inside. */
export type GraphTree =
  | (StepNode & { readonly chains?: readonly (readonly GraphTree[])[] })
  | {
      readonly kind: 'fork';
      readonly id: string;
      readonly pointer: string;
      readonly branches: readonly (readonly GraphTree[])[];
    };

/** Lays a tree out as a graph; a step comes after the chains that it runs. */
export function buildGraph(tree: readonly GraphTree[]): FlowGraph {
  const nodes: GraphNode[] = [];
  const edges: [string, string][] = [];
  const link = (from: readonly string[], to: string) => edges.push(...from.map((id): [string, string] => [id, to]));

  function layOut(list: readonly GraphTree[], before: readonly string[]): readonly string[] {
    return list.reduce(layOutNode, before);
  }

  function layOutNode(before: readonly string[], node: GraphTree): readonly string[] {
    if (node.kind === 'step') {
      const { chains = [], ...step } = node;
      const inside = chains.flatMap((chain) => layOut(chain, before));
      nodes.push(step);
      link([...new Set([...before, ...inside])], step.id);
      return [step.id];
    }
    const { id, pointer } = node;
    const join = `${id}.join`;
    nodes.push({ kind: 'fork', id, pointer, branches: node.branches.length });
    link(before, id);
    const ends = new Set(node.branches.flatMap((branch) => layOut(branch, [id])));
    nodes.push({ kind: 'join', id: join, pointer, branches: node.branches.length });
    link(ends.size === 0 ? [id] : [...ends], join);
    return [join];
  }

  layOut(tree, []);
  return { nodes, edges };
}

/** The node of a step inside of another one's config. */
const inChain = /\.c\d+\./;

/** Checks that a graph has one entry, one exit and no cycle. */
export function checkGraph({ nodes, edges }: FlowGraph): string[] {
  const ids = new Set(nodes.map(({ id }) => id));
  // Chains that a step runs begin where the step itself does.
  const entered = new Set(edges.filter(([from]) => !inChain.test(from)).map(([, to]) => to));
  const left = new Set(edges.map(([from]) => from));
  const count = (without: ReadonlySet<string>) => nodes.filter(({ id }) => !without.has(id)).length;
  const chained = [...ids].filter((id) => inChain.test(id));
  const order = new Map(nodes.map(({ id }, index) => [id, index]));
  const backward = edges.some(([from, to]) => (order.get(from) ?? 0) >= (order.get(to) ?? 0));
  return [
    ...(ids.size === nodes.length ? [] : ['two nodes have one path']),
    ...(edges.every(([from, to]) => ids.has(from) && ids.has(to)) ? [] : ['an edge leads nowhere']),
    ...(nodes.length === 0 || count(new Set([...entered, ...chained])) === 1 ? [] : ['there is more than one entry']),
    ...(nodes.length === 0 || count(left) === 1 ? [] : ['there is more than one exit']),
    ...(backward ? ['it has a cycle'] : []),
  ];
}

/** Answers which nodes come before and after another. */
export class Reach {
  readonly #into = new Map<string, string[]>();
  readonly #outOf = new Map<string, string[]>();

  constructor({ edges }: FlowGraph) {
    for (const [from, to] of edges) {
      put(this.#into, to, from);
      put(this.#outOf, from, to);
    }
  }

  before(id: string): ReadonlySet<string> {
    return walk(this.#into, id);
  }

  after(id: string): ReadonlySet<string> {
    return walk(this.#outOf, id);
  }
}

function put(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function walk(edges: ReadonlyMap<string, readonly string[]>, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(edges.get(start) ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(edges.get(id) ?? []));
  }
  return seen;
}
