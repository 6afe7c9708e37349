import { maxDepth } from '../limits.js';
import type { SchemaNode } from './schema-node.js';

interface Endless {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

/** The first schema that leads back to itself without stepping into the value, so that checking would never end. */
export function findEndlessReference(root: SchemaNode): Endless | undefined {
  const open = new Set<SchemaNode>();
  const done = new Set<SchemaNode>();
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const endless = visit(node);
    if (endless !== undefined) return endless;
  }
  return undefined;

  function visit(node: SchemaNode): Endless | undefined {
    if (done.has(node)) return undefined;
    if (open.has(node)) return endlessAt(node, 'The schema refers to itself without stepping into the value');
    if (open.size > maxDepth)
      return endlessAt(node, `More than ${maxDepth} schemas apply to one value through each other`);
    open.add(node);
    for (const next of schemasInPlace(node)) {
      const endless = visit(next);
      if (endless !== undefined) return endless;
    }
    open.delete(node);
    done.add(node);
    for (const below of schemasBelow(node)) pending.push(below);
    return undefined;
  }
}

function endlessAt(node: SchemaNode, message: string): Endless {
  return { pointer: node.pointer, keyword: node.ref === undefined ? 'depth' : '$ref', message };
}

/** The schemas that a node applies to the very value it is applied to; where a `$dynamicRef` leads, only a run can tell. */
function schemasInPlace(node: SchemaNode): SchemaNode[] {
  return [
    ...present(node.ref, node.not, node.condition, node.whenMet, node.whenUnmet),
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
    ...(node.oneOf ?? []),
    ...(node.dependentSchemas?.values() ?? []),
  ];
}

/** The schemas that a node applies to the members and items of its value. */
function schemasBelow(node: SchemaNode): SchemaNode[] {
  return [
    ...present(node.additionalProperties, node.propertyNames, node.unevaluatedProperties),
    ...present(node.items, node.contains, node.unevaluatedItems, node.dynamicRef?.target),
    ...(node.properties?.values() ?? []),
    ...(node.prefixItems ?? []),
    ...(node.patternProperties?.map((member) => member.node) ?? []),
  ];
}

function present(...nodes: (SchemaNode | undefined)[]): SchemaNode[] {
  return nodes.filter((node) => node !== undefined);
}
