import { annotations } from '../keyword-table.js';
import { omit, pick, type SchemaNode } from './schema-node.js';
import { moveToDescription, refuse, reportLoss, type SchemaPosition } from './schema-position.js';
import { concerns, declaredTypes, includesType, typeConcerned, typeKeyword, typeOfValue } from './value-type.js';

/** Brings the type of a schema into a form the dialect accepts: one type, a list, or a union. */
export function settleType(position: SchemaPosition): void {
  if (isUntyped(position)) settleUntyped(position);
  const types = declaredTypes(position.node);
  if (types === undefined || isListOfValues(position)) return;
  sayFewest(position, types);
  if (types.length < 2) return;
  const others = types.filter((type) => type !== 'null');
  const row = others.length < 2 ? 'type with null' : 'type list';
  const action = position.projection.action(row);
  if (action === 'keep') return;
  if (action === 'union' && !takesNullAside(position)) {
    toUnion(position, types);
    return;
  }
  // Null becomes `nullable`.
  if (types.length > others.length) position.out['nullable'] = true;
  reportLoss(position, 'type', 'rewritten', 'same', types.length > others.length ? 'null as nullable' : 'as anyOf');
  if (others.length < 2) position.node = position.projection.from(position.node, { ...position.node, type: others[0] });
  else splitInto(position, others);
}

/** Writes as few types as possible: integers are numbers, so a list of both is one type. */
function sayFewest(position: SchemaPosition, types: readonly string[]): void {
  const { type } = position.node;
  if (!Array.isArray(type) || type.length === types.length) return;
  position.node = position.projection.from(position.node, { ...position.node, type: typeKeyword(types) });
  reportLoss(position, 'type', 'rewritten', 'same', 'one type covers another');
}

function takesNullAside(position: SchemaPosition): boolean {
  return position.projection.action('type with null') === 'nullable';
}

/** True when a list of values implies the type. */
function isListOfValues(position: SchemaPosition): boolean {
  const listed = Object.hasOwn(position.node, 'enum') || Object.hasOwn(position.node, 'const');
  return listed && ['typed', 'untyped'].includes(position.projection.action('enum'));
}

const saysWhat = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', '$dynamicRef'];

/** True when nothing that stays tells the type of a value. */
function isUntyped({ node, projection }: SchemaPosition): boolean {
  return !saysWhat.some((keyword) => Object.hasOwn(node, keyword) && projection.action(keyword) !== 'move');
}

function settleUntyped(position: SchemaPosition): void {
  const { node, projection } = position;
  const action = projection.action('untyped');
  if (action === 'refuse') refuse(position, 'type', 'it may be any value');
  if (action === 'move') {
    position.rules.push(['untyped', 'any value']);
    reportLoss(position, 'type', 'moved', 'same', 'it may be any value: said in the description');
  }
  if (action !== 'primitives') return;
  const meant = ['object', 'array'].filter((type) =>
    Object.keys(node).some((keyword) => typeConcerned(keyword) === type),
  );
  position.node = projection.from(node, { ...node, type: ['string', 'number', 'boolean', 'null', ...meant] });
  position.rules.push(['untyped', 'any value']);
  reportLoss(position, 'type', 'rewritten', 'narrower', 'it may be any value: only the primitive ones can be said');
}

function toUnion(position: SchemaPosition, types: readonly string[]): void {
  reportLoss(position, 'type', 'rewritten', 'same', 'as anyOf');
  splitInto(position, types);
}

/** Creates one branch for each type, with the keywords that concern it. */
function splitInto(position: SchemaPosition, types: readonly string[]): void {
  const { node, projection } = position;
  const outside = pick(node, (keyword) => annotations.has(keyword) || !isSplit(keyword, node));
  const inside = omit(node, 'type', ...Object.keys(outside));
  const branches = types.map((type) => projection.from(node, { type, ...partFor(inside, type) }));
  position.node = projection.from(node, { ...outside, anyOf: branches });
  for (const keyword of Object.keys(inside)) {
    if (types.some((type) => concerns(keyword, type))) continue;
    reportLoss(position, keyword, 'dropped', 'same', 'it says nothing about values of these types');
  }
}

function isSplit(keyword: string, node: SchemaNode): boolean {
  return keyword === 'type' || keyword === 'enum' || keyword === 'const' || typeConcernedIn(keyword, node);
}

function typeConcernedIn(keyword: string, node: SchemaNode): boolean {
  return Object.hasOwn(node, keyword) && typeConcerned(keyword) !== undefined;
}

function partFor(inside: SchemaNode, type: string): Record<string, unknown> {
  const part = pick(inside, (keyword) => concerns(keyword, type));
  if (!Array.isArray(part['enum'])) return part;
  return { ...part, enum: part['enum'].filter((value: unknown) => includesType([type], typeOfValue(value))) };
}

/** Declares the items of arrays, where the dialect requires it. */
export function settleItems(position: SchemaPosition): void {
  if (position.projection.takesAll || !(declaredTypes(position.node) ?? []).includes('array')) return;
  if (Object.hasOwn(position.node, 'prefixItems')) settleTuple(position);
  if (position.node['items'] === false) closeItems(position, 0);
  if (!Object.hasOwn(position.node, 'items') && !Object.hasOwn(position.node, 'prefixItems')) settleNoItems(position);
}

function settleNoItems(position: SchemaPosition): void {
  // A list that is always empty has no items to declare.
  const action = position.projection.action('array without items');
  if (action === 'refuse') refuse(position, 'items', 'its items may be any value');
  if (action === 'move') {
    position.rules.push(['array without items', 'items of any value']);
    reportLoss(position, 'items', 'moved', 'same', 'its items may be any value: said in the description');
  }
  if (action === 'primitives')
    position.node = position.projection.from(position.node, { ...position.node, items: true });
}

/** Replaces the ban on further items by a maximum count. */
function closeItems(position: SchemaPosition, count: number): void {
  const { node, projection } = position;
  const { maxItems } = node;
  const most = typeof maxItems === 'number' ? Math.min(maxItems, count) : count;
  position.node = projection.from(node, { ...omit(node, 'items'), maxItems: most });
  reportLoss(position, 'items', 'rewritten', 'same', 'no further items: said by maxItems');
}

function settleTuple(position: SchemaPosition): void {
  const { node, projection } = position;
  const action = projection.action('prefixItems');
  const { prefixItems } = node;
  if (!Array.isArray(prefixItems)) return;
  if (node['items'] === false) closeItems(position, prefixItems.length);
  if (action === 'keep') return;
  position.node = projection.from(node, omit(position.node, 'prefixItems'));
  if (action === 'refuse') refuse(position, 'prefixItems', 'its positions differ');
  else moveToDescription(position, 'prefixItems', prefixItems);
  if (action === 'tuple')
    position.node = projection.from(node, { ...position.node, items: anyPosition(position, prefixItems) });
}

/** Allows at any position what may stand at one of the named ones, or after them. */
function anyPosition(position: SchemaPosition, prefixItems: readonly unknown[]): unknown {
  const { maxItems, items } = position.node;
  const isClosed = typeof maxItems === 'number' && maxItems <= prefixItems.length;
  const rest = isClosed ? [] : [items ?? true];
  const distinct = new Map([...prefixItems, ...rest].map((schema) => [JSON.stringify(schema), schema]));
  return distinct.has('true') ? true : { anyOf: [...distinct.values()] };
}
