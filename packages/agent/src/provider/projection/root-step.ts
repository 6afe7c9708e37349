import { deepEqual } from '@helve/core';
import { mergeSchemas } from './merge-schemas.js';
import { schemaItems, omit, readProperties, type Schema, type SchemaNode } from './schema-node.js';
import { moveToDescription, refuse, reportLoss, type SchemaPosition } from './schema-position.js';
import { tidy } from './tidy.js';
import { declaredTypes } from './value-type.js';

const neverAtRoot = ['enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not'] as const;

/** Makes the root an object with named properties, as providers want it. */
export function settleRoot(position: SchemaPosition): void {
  inlineRoot(position);
  sayObject(position);
  const before = position.node;
  for (const keyword of neverAtRoot) if (Object.hasOwn(position.node, keyword)) takeAway(position, keyword);
  if (before !== position.node && Object.hasOwn(position.node, 'unevaluatedProperties')) moveUnevaluated(position);
  sayNothing(position);
}

function inlineRoot(position: SchemaPosition): void {
  const { projection } = position;
  for (
    let round = 0;
    Object.hasOwn(position.node, '$ref') && round <= projection.definitions.schemas.size;
    round += 1
  ) {
    const { node } = position;
    const siblings = omit(node, '$ref');
    const target = projection.resolve(node['$ref']);
    const merged = typeof target === 'object' ? mergeRoot(siblings, target) : undefined;
    if (merged === undefined) break;
    position.node = projection.from(target as SchemaNode, { ...merged });
    reportLoss(position, '$ref', 'inlined', 'same', 'the root says itself what it is');
    tidy(position);
  }
  if (!Object.hasOwn(position.node, '$ref')) return;
  const value = position.node['$ref'];
  position.node = projection.from(position.node, omit(position.node, '$ref'));
  if (projection.action('foreign $ref') === 'refuse') refuse(position, '$ref', 'the root cannot say itself what it is');
  else moveToDescription(position, '$ref', value);
}

/** Merges the target of a reference at the root; a target that is a reference itself is followed in the next round. */
function mergeRoot(siblings: SchemaNode, target: SchemaNode): SchemaNode | undefined {
  if (Object.keys(siblings).length === 0) return target;
  const { $ref, ...rest } = target;
  const merged = mergeSchemas(siblings, rest);
  return merged === undefined || $ref === undefined ? merged : { ...merged, $ref };
}

function sayObject(position: SchemaPosition): void {
  const types = declaredTypes(position.node);
  if (types?.length === 1 && types[0] === 'object') return;
  position.node = position.projection.from(position.node, { ...position.node, type: 'object' });
  if (types === undefined || types.includes('object')) {
    reportLoss(position, 'type', 'rewritten', 'same', 'arguments are always an object');
  } else refuse(position, 'type', 'arguments are always an object');
}

function takeAway(position: SchemaPosition, keyword: (typeof neverAtRoot)[number]): void {
  const { node, projection } = position;
  const value = node[keyword];
  position.node = projection.from(node, omit(node, keyword));
  if (projection.action(`${keyword} at root`) === 'refuse') {
    refuse(position, keyword, 'the root of a strict form is one plain object');
    return;
  }
  moveToDescription(position, keyword, value);
  if (keyword === 'anyOf' || keyword === 'oneOf') liftUnion(position, schemaItems(value));
  if (keyword === 'allOf') for (const branch of schemaItems(value)) liftPart(position, branch);
}

/** Lifts the properties of the branches to the root as optional ones, so that the model sees their types. */
function liftUnion(position: SchemaPosition, branches: readonly Schema[]): void {
  const { node, projection } = position;
  if (Object.hasOwn(node, 'additionalProperties') || Object.hasOwn(node, 'patternProperties')) return;
  const nodes = branches.map((branch) => projection.follow(branch)).filter((branch) => typeof branch === 'object');
  const own = readProperties(node);
  const isOpen = nodes.length < branches.length || nodes.some((branch) => mayHaveOthers(branch, node));
  const lifted = new Map<string, Schema[]>();
  for (const [name, schema] of nodes.flatMap((branch) => Object.entries(readProperties(branch)))) {
    const known = lifted.get(name) ?? [];
    if (!Object.hasOwn(own, name) && !known.some((other) => deepEqual(other, schema)))
      lifted.set(name, [...known, schema]);
  }
  const added = [...lifted].map(([name, schemas]) => [name, isOpen ? {} : toUnion(schemas)] as const);
  if (added.length === 0 && !Object.hasOwn(node, 'properties')) return;
  position.node = projection.from(node, { ...node, properties: { ...own, ...Object.fromEntries(added) } });
}

/** True when a branch admits properties that it does not declare. */
function mayHaveOthers(branch: SchemaNode, root: SchemaNode): boolean {
  const { additionalProperties: others, patternProperties, unevaluatedProperties } = branch;
  if ((others ?? false) !== false || patternProperties !== undefined || unevaluatedProperties !== undefined)
    return true;
  const combines = ['anyOf', 'oneOf', 'allOf', 'if', 'dependentSchemas', '$ref', '$dynamicRef'];
  if (combines.some((keyword) => Object.hasOwn(branch, keyword))) return true;
  return !Object.hasOwn(branch, 'properties') && !Object.hasOwn(root, 'properties');
}

function toUnion(schemas: readonly Schema[]): Schema {
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only : { anyOf: schemas };
}

/** Lifts the properties that one part of an intersection declares. */
function liftPart(position: SchemaPosition, branch: Schema): void {
  const { node, projection } = position;
  const part = projection.follow(branch);
  if (typeof part !== 'object' || Object.hasOwn(node, 'additionalProperties')) return;
  const own = readProperties(node);
  const added = Object.entries(readProperties(part)).filter(([name]) => !Object.hasOwn(own, name));
  if (added.length > 0)
    position.node = projection.from(node, { ...node, properties: { ...own, ...Object.fromEntries(added) } });
}

/** Moves `unevaluatedProperties`: it would reject properties that were evaluated by removed parts. */
function moveUnevaluated(position: SchemaPosition): void {
  const { node, projection } = position;
  position.node = projection.from(node, omit(node, 'unevaluatedProperties'));
  if (projection.action('unevaluatedProperties') === 'refuse')
    refuse(position, 'unevaluatedProperties', 'the strict form cannot say it');
  else reportLoss(position, 'unevaluatedProperties', 'dropped', 'wider', 'what it looks at is said in the description');
}

/** Declares a tool without parameters in full. */
function sayNothing(position: SchemaPosition): void {
  const { node, projection } = position;
  const isEmpty = Object.hasOwn(node, 'properties') && Object.keys(readProperties(node)).length === 0;
  const isOpen = ['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'required'].some(
    (keyword) => Object.hasOwn(node, keyword) && node[keyword] !== false && !isNoName(node[keyword]),
  );
  if (!isEmpty || isOpen || position.rules.some(([keyword]) => keyword !== 'title')) return;
  position.node = projection.from(node, { ...node, required: [], additionalProperties: false });
}

function isNoName(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
