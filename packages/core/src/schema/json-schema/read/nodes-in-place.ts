import type { SchemaNode } from './schema-node.js';

/** Chooses which of a node's conditional schemas (unions, conditions, dependent schemas) apply. */
export type ChooseBranches = (node: SchemaNode) => Iterable<SchemaNode>;

/**
 * All schemas that apply to one value in place: the given ones, what they refer to, their `allOf`, and the chosen
 * branches.
 */
export function nodesInPlace(nodes: Iterable<SchemaNode>, choose: ChooseBranches): Set<SchemaNode> {
  const found = new Set<SchemaNode>();
  const pending = [...nodes].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    const next = [...choose(node), ...(node.allOf ?? [])];
    if (node.ref !== undefined) next.push(node.ref);
    if (node.dynamicRef?.candidates.size === 0) next.push(node.dynamicRef.target);
    for (const other of next.reverse()) pending.push(other);
  }
  return found;
}

/** Chooses nothing: the schemas that apply to every value. */
export const noBranch: ChooseBranches = () => [];

/** Chooses everything: the schemas that may apply to some value. */
export const everyBranch: ChooseBranches = (node) => [
  ...(node.anyOf ?? []),
  ...(node.oneOf ?? []),
  ...[node.condition, node.whenMet, node.whenUnmet].filter((branch) => branch !== undefined),
  ...(node.dependentSchemas?.values() ?? []),
];

/** True when a value decides which schemas apply beside this one. */
export function isConditional(node: SchemaNode): boolean {
  const { anyOf, oneOf, condition, dependentSchemas } = node;
  const dynamic = node.dynamicRef !== undefined && node.dynamicRef.candidates.size > 0;
  return (
    anyOf !== undefined || oneOf !== undefined || condition !== undefined || dependentSchemas !== undefined || dynamic
  );
}

/** The schemas of items and of members without a name of their own. */
export function containedNodes(node: SchemaNode): SchemaNode[] {
  const single = [node.items, node.unevaluatedItems, node.additionalProperties, node.unevaluatedProperties];
  return [
    ...single.filter((below) => below !== undefined),
    ...(node.prefixItems ?? []),
    ...(node.patternProperties ?? []).map((member) => member.node),
  ];
}
