import { containedNodes, everyBranch, nodesInPlace } from '../read/nodes-in-place.js';
import type { ShapePolicy } from './rule.js';
import type { SchemaNode } from '../read/schema-node.js';

/**
 * True when the rules of a node can tell by themselves that a value needs no shaping: only one of the schemas that meet
 * here speaks of names, so that it alone decides which are known, and no branch has defaults that another would lack.
 */
export function canTakeAsIs(node: SchemaNode, { unknown, defaults }: ShapePolicy): boolean {
  const { ref, allOf = [], anyOf = [], oneOf = [] } = node;
  if (unknown === 'allow' && !defaults) return true;
  const parts = [ref === undefined ? [] : [ref], ...allOf.map((part) => [part]), anyOf, oneOf];
  const speaking = parts.filter((part) => [...nodesInPlace(part, everyBranch)].some(speaksOfNames)).length;
  if (speaking + (speaksOfNames(node) ? 1 : 0) > 1) return false;
  return !defaults || ![...nodesInPlace([...anyOf, ...oneOf], everythingBelow)].some(hasDefault);
}

function speaksOfNames(node: SchemaNode): boolean {
  return (
    node.properties !== undefined || node.patternProperties !== undefined || node.additionalProperties !== undefined
  );
}

function hasDefault(node: SchemaNode): boolean {
  return node.default !== undefined;
}

function everythingBelow(node: SchemaNode): SchemaNode[] {
  return [...everyBranch(node), ...containedNodes(node), ...(node.properties?.values() ?? [])];
}
