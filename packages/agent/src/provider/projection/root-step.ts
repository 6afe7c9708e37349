import { mergeSchemas } from './merge-schemas.js';
import { branchesOf, omit, propertiesOf, type Schema, type SchemaNode } from './schema-node.js';
import { moveToDescription, refuse, tell, type Spot } from './spot.js';
import { tidy } from './tidy.js';
import { declaredTypes, sameJson } from './value-type.js';

const neverAtRoot = ['enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not'] as const;

/** Arguments are an object with named properties: providers want the root to say just that. */
export function settleRoot(spot: Spot): void {
  inlineRoot(spot);
  sayObject(spot);
  const before = spot.node;
  for (const keyword of neverAtRoot) if (Object.hasOwn(spot.node, keyword)) takeAway(spot, keyword);
  if (before !== spot.node && Object.hasOwn(spot.node, 'unevaluatedProperties')) moveUnevaluated(spot);
  sayNothing(spot);
}

function inlineRoot(spot: Spot): void {
  const { work } = spot;
  for (let round = 0; Object.hasOwn(spot.node, '$ref') && round <= work.definitions.schemas.size; round += 1) {
    const { node } = spot;
    const siblings = omit(node, '$ref');
    const target = work.resolve(node['$ref']);
    const merged = typeof target === 'object' ? mergeRoot(siblings, target) : undefined;
    if (merged === undefined) break;
    spot.node = work.from(target as SchemaNode, { ...merged });
    tell(spot, '$ref', 'inlined', 'same', 'the root says itself what it is');
    tidy(spot);
  }
  if (!Object.hasOwn(spot.node, '$ref')) return;
  const value = spot.node['$ref'];
  spot.node = work.from(spot.node, omit(spot.node, '$ref'));
  if (work.action('foreign $ref') === 'refuse') refuse(spot, '$ref', 'the root cannot say itself what it is');
  else moveToDescription(spot, '$ref', value);
}

/** A target that is a reference itself is followed in the next round. */
function mergeRoot(siblings: SchemaNode, target: SchemaNode): SchemaNode | undefined {
  if (Object.keys(siblings).length === 0) return target;
  const { $ref, ...rest } = target;
  const merged = mergeSchemas(siblings, rest);
  return merged === undefined || $ref === undefined ? merged : { ...merged, $ref };
}

function sayObject(spot: Spot): void {
  const types = declaredTypes(spot.node);
  if (types?.length === 1 && types[0] === 'object') return;
  spot.node = spot.work.from(spot.node, { ...spot.node, type: 'object' });
  if (types === undefined || types.includes('object')) {
    tell(spot, 'type', 'rewritten', 'same', 'arguments are always an object');
  } else refuse(spot, 'type', 'arguments are always an object');
}

function takeAway(spot: Spot, keyword: (typeof neverAtRoot)[number]): void {
  const { node, work } = spot;
  const value = node[keyword];
  spot.node = work.from(node, omit(node, keyword));
  if (work.action(`${keyword} at root`) === 'refuse') {
    refuse(spot, keyword, 'the root of a strict form is one plain object');
    return;
  }
  moveToDescription(spot, keyword, value);
  if (keyword === 'anyOf' || keyword === 'oneOf') liftUnion(spot, branchesOf(value));
  if (keyword === 'allOf') for (const branch of branchesOf(value)) liftPart(spot, branch);
}

/** Shows the properties of the branches at the root, so that the model sees their types: each may be left out. */
function liftUnion(spot: Spot, branches: readonly Schema[]): void {
  const { node, work } = spot;
  if (Object.hasOwn(node, 'additionalProperties') || Object.hasOwn(node, 'patternProperties')) return;
  const nodes = branches.map((branch) => work.follow(branch)).filter((branch) => typeof branch === 'object');
  const own = propertiesOf(node);
  const isOpen = nodes.length < branches.length || nodes.some((branch) => mayHaveOthers(branch, node));
  const lifted = new Map<string, Schema[]>();
  for (const [name, schema] of nodes.flatMap((branch) => Object.entries(propertiesOf(branch)))) {
    const known = lifted.get(name) ?? [];
    if (!Object.hasOwn(own, name) && !known.some((other) => sameJson(other, schema)))
      lifted.set(name, [...known, schema]);
  }
  const added = [...lifted].map(([name, schemas]) => [name, isOpen ? {} : anyOf(schemas)] as const);
  if (added.length === 0 && !Object.hasOwn(node, 'properties')) return;
  spot.node = work.from(node, { ...node, properties: { ...own, ...Object.fromEntries(added) } });
}

/** Whether a branch lets in properties that it does not declare. */
function mayHaveOthers(branch: SchemaNode, root: SchemaNode): boolean {
  const { additionalProperties: others, patternProperties, unevaluatedProperties } = branch;
  if ((others ?? false) !== false || patternProperties !== undefined || unevaluatedProperties !== undefined)
    return true;
  const combines = ['anyOf', 'oneOf', 'allOf', 'if', 'dependentSchemas', '$ref', '$dynamicRef'];
  if (combines.some((keyword) => Object.hasOwn(branch, keyword))) return true;
  return !Object.hasOwn(branch, 'properties') && !Object.hasOwn(root, 'properties');
}

function anyOf(schemas: readonly Schema[]): Schema {
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only : { anyOf: schemas };
}

/** Shows the properties that one part of an intersection declares. */
function liftPart(spot: Spot, branch: Schema): void {
  const { node, work } = spot;
  const part = work.follow(branch);
  if (typeof part !== 'object' || Object.hasOwn(node, 'additionalProperties')) return;
  const own = propertiesOf(node);
  const added = Object.entries(propertiesOf(part)).filter(([name]) => !Object.hasOwn(own, name));
  if (added.length > 0) spot.node = work.from(node, { ...node, properties: { ...own, ...Object.fromEntries(added) } });
}

/** Properties that were evaluated in what is gone would be refused. */
function moveUnevaluated(spot: Spot): void {
  const { node, work } = spot;
  spot.node = work.from(node, omit(node, 'unevaluatedProperties'));
  if (work.action('unevaluatedProperties') === 'refuse')
    refuse(spot, 'unevaluatedProperties', 'the strict form cannot say it');
  else tell(spot, 'unevaluatedProperties', 'dropped', 'wider', 'what it looks at is said in the description');
}

/** A tool without parameters says so in full. */
function sayNothing(spot: Spot): void {
  const { node, work } = spot;
  const isEmpty = Object.hasOwn(node, 'properties') && Object.keys(propertiesOf(node)).length === 0;
  const isOpen = ['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'required'].some(
    (keyword) => Object.hasOwn(node, keyword) && node[keyword] !== false && !isNoName(node[keyword]),
  );
  if (!isEmpty || isOpen || spot.rules.some(([keyword]) => keyword !== 'title')) return;
  spot.node = work.from(node, { ...node, required: [], additionalProperties: false });
}

function isNoName(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
