import { deepEqual } from '@helve/core';
import { annotations } from '../keyword-table.js';
import { isSchema, mapValues, readProperties, stringItems, type Schema, type SchemaNode } from './schema-node.js';
import { commonTypes, declaredTypes, typeKeyword } from './value-type.js';

/**
 * Merges two schemas into one that accepts exactly the values both accept; undefined when none certainly does.
 * Annotations of the first win.
 */
export function mergeSchemas(a: SchemaNode, b: SchemaNode): SchemaNode | undefined {
  if (!speakApart(a, b) || !closedOverSameNames(a, b)) return undefined;
  const merged: Record<string, unknown> = { ...a };
  for (const [keyword, value] of Object.entries(b)) {
    if (!Object.hasOwn(a, keyword)) merged[keyword] = value;
    else if (!annotations.has(keyword) && !deepEqual(a[keyword], value)) {
      const both = mergers[keyword]?.(a[keyword], value);
      if (both === undefined) return undefined;
      merged[keyword] = both;
    }
  }
  return merged;
}

/** Keywords that have a meaning only together with those beside them. */
const groups: readonly (readonly string[])[] = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['prefixItems', 'items'],
];
const bound = ['unevaluatedItems', 'unevaluatedProperties', '$ref', '$dynamicRef', '$id', '$anchor', '$dynamicAnchor'];

function speakApart(a: SchemaNode, b: SchemaNode): boolean {
  if (bound.some((keyword) => Object.hasOwn(a, keyword) || Object.hasOwn(b, keyword))) return false;
  return groups.every((group) => {
    const [first, second] = [a, b].map((node) => group.filter((keyword) => Object.hasOwn(node, keyword)));
    const onlyItems = [...(first ?? []), ...(second ?? [])].every((keyword) => keyword === 'items');
    return onlyItems || first?.length === 0 || second?.length === 0;
  });
}

/** True when a merge declares no further names for a schema that speaks of undeclared ones. */
function closedOverSameNames(a: SchemaNode, b: SchemaNode): boolean {
  const [first, second] = [a, b].map((node) => Object.keys(readProperties(node)));
  if (speaksOfOthers(a) && second?.some((name) => !first?.includes(name))) return false;
  if (speaksOfOthers(b) && first?.some((name) => !second?.includes(name))) return false;
  const mixed = (keyword: string, other: string) => Object.hasOwn(a, keyword) && Object.hasOwn(b, other);
  return !(mixed('patternProperties', 'additionalProperties') || mixed('additionalProperties', 'patternProperties'));
}

function speaksOfOthers(node: SchemaNode): boolean {
  const { additionalProperties: others, patternProperties } = node;
  return (others !== undefined && others !== true) || patternProperties !== undefined;
}

type Merger = (a: unknown, b: unknown) => unknown;

const highest: Merger = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : undefined);
const lowest: Merger = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : undefined);
const bothSchemas: Merger = (a, b) => (isSchema(a) && isSchema(b) ? intersect(a, b) : undefined);

/** Combines the schemas of a property declared twice; they are merged when the property is projected. */
function intersect(a: Schema, b: Schema): Schema {
  if (a === true || b === false) return b;
  if (b === true || a === false) return a;
  return { allOf: [a, b] };
}

const mergers: Readonly<Record<string, Merger>> = {
  type: (a, b) => {
    const common = commonTypes(declaredTypes({ type: a }) ?? [], declaredTypes({ type: b }) ?? []);
    return common.length === 0 ? undefined : typeKeyword(common);
  },
  enum: (a, b) => {
    if (!Array.isArray(a) || !Array.isArray(b)) return undefined;
    const common = a.filter((value: unknown) => b.some((other) => deepEqual(value, other)));
    return common.length === 0 ? undefined : common;
  },
  required: (a, b) => [...new Set([...stringItems(a), ...stringItems(b)])],
  properties: (a, b) => {
    const [first, second] = [readProperties({ properties: a }), readProperties({ properties: b })];
    const shared = mapValues(first, (schema, name) => {
      const other = Object.hasOwn(second, name) ? second[name] : undefined;
      return other === undefined || deepEqual(schema, other) ? schema : intersect(schema, other);
    });
    // The names of the first come first.
    return { ...shared, ...second, ...shared };
  },
  items: bothSchemas,
  uniqueItems: (a, b) => a === true || b === true,
  minimum: highest,
  exclusiveMinimum: highest,
  minLength: highest,
  minItems: highest,
  minProperties: highest,
  maximum: lowest,
  exclusiveMaximum: lowest,
  maxLength: lowest,
  maxItems: lowest,
  maxProperties: lowest,
};
