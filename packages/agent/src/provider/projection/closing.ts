import { deepEqual } from '@helve/core';
import { exclude } from './disjoint.js';
import { listChildren, pick, type Schema, type SchemaNode } from './schema-node.js';
import type { Projection } from './projection.js';

/**
 * True when closing the objects in the branches of a union rejects values that were accepted: a value that fits two
 * branches may have the properties of both, unless these are equal or the branches were closed before.
 */
export function closingNarrows(projection: Projection, branches: readonly Schema[]): boolean {
  return branches.some((a, index) =>
    branches.slice(index + 1).some((b) => {
      if (!leavesOpen(projection, a) && !leavesOpen(projection, b)) return false;
      return !exclude(projection, a, b) && !sameShape(projection, a, b);
    }),
  );
}

/** True when some object in a schema leaves undeclared properties undecided. */
function leavesOpen(projection: Projection, schema: Schema, seen = new Set<Schema>()): boolean {
  const node = projection.follow(schema);
  if (typeof node !== 'object' || seen.has(node)) return false;
  seen.add(node);
  if (Object.hasOwn(node, 'properties') && !Object.hasOwn(node, 'additionalProperties')) return true;
  return listChildren(node).some(({ schema: child }) => leavesOpen(projection, child, seen));
}

function sameShape(projection: Projection, a: Schema, b: Schema): boolean {
  const [first, second] = [a, b].map((branch) => projection.follow(branch));
  return typeof first === 'object' && typeof second === 'object' && deepEqual(toShape(first), toShape(second));
}

function toShape(node: SchemaNode): SchemaNode {
  return pick(node, (keyword) => ['properties', 'additionalProperties', 'items'].includes(keyword));
}
