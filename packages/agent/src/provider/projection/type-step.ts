import { annotations } from '../keyword-table.js';
import { omit, pick, type SchemaNode } from './schema-node.js';
import { moveToDescription, refuse, tell, type Spot } from './spot.js';
import { concerns, declaredTypes, includesType, typeConcerned, typeKeyword, typeOfValue } from './value-type.js';

/** Brings the type of a schema into the form the dialect takes: one type, a list, or a union. */
export function settleType(spot: Spot): void {
  if (isUntyped(spot)) settleUntyped(spot);
  const types = declaredTypes(spot.node);
  if (types === undefined || isListOfValues(spot)) return;
  sayFewest(spot, types);
  if (types.length < 2) return;
  const others = types.filter((type) => type !== 'null');
  const row = others.length < 2 ? 'type with null' : 'type list';
  const action = spot.work.action(row);
  if (action === 'keep') return;
  if (action === 'union' && !takesNullAside(spot)) {
    toUnion(spot, types);
    return;
  }
  // Null stands aside, as `nullable`.
  if (types.length > others.length) spot.out['nullable'] = true;
  tell(spot, 'type', 'rewritten', 'same', types.length > others.length ? 'null as nullable' : 'as anyOf');
  if (others.length < 2) spot.node = spot.work.from(spot.node, { ...spot.node, type: others[0] });
  else splitInto(spot, others);
}

/** Integers are numbers: a list of both is one type. */
function sayFewest(spot: Spot, types: readonly string[]): void {
  const { type } = spot.node;
  if (!Array.isArray(type) || type.length === types.length) return;
  spot.node = spot.work.from(spot.node, { ...spot.node, type: typeKeyword(types) });
  tell(spot, 'type', 'rewritten', 'same', 'one type covers another');
}

function takesNullAside(spot: Spot): boolean {
  return spot.work.action('type with null') === 'nullable';
}

/** A list that says its type by its values. */
function isListOfValues(spot: Spot): boolean {
  const listed = Object.hasOwn(spot.node, 'enum') || Object.hasOwn(spot.node, 'const');
  return listed && ['typed', 'untyped'].includes(spot.work.action('enum'));
}

const saysWhat = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', '$dynamicRef'];

/** Whether nothing that stays says what a value is. */
function isUntyped({ node, work }: Spot): boolean {
  return !saysWhat.some((keyword) => Object.hasOwn(node, keyword) && work.action(keyword) !== 'move');
}

function settleUntyped(spot: Spot): void {
  const { node, work } = spot;
  const action = work.action('untyped');
  if (action === 'refuse') refuse(spot, 'type', 'it may be any value');
  if (action === 'move') {
    spot.rules.push(['untyped', 'any value']);
    tell(spot, 'type', 'moved', 'same', 'it may be any value: said in the description');
  }
  if (action !== 'primitives') return;
  const meant = ['object', 'array'].filter((type) =>
    Object.keys(node).some((keyword) => typeConcerned(keyword) === type),
  );
  spot.node = work.from(node, { ...node, type: ['string', 'number', 'boolean', 'null', ...meant] });
  spot.rules.push(['untyped', 'any value']);
  tell(spot, 'type', 'rewritten', 'narrower', 'it may be any value: only the primitive ones can be said');
}

function toUnion(spot: Spot, types: readonly string[]): void {
  tell(spot, 'type', 'rewritten', 'same', 'as anyOf');
  splitInto(spot, types);
}

/** One branch for each type, with the keywords that concern it. */
function splitInto(spot: Spot, types: readonly string[]): void {
  const { node, work } = spot;
  const outside = pick(node, (keyword) => annotations.has(keyword) || !isSplit(keyword, node));
  const inside = omit(node, 'type', ...Object.keys(outside));
  const branches = types.map((type) => work.from(node, { type, ...partFor(inside, type) }));
  spot.node = work.from(node, { ...outside, anyOf: branches });
  for (const keyword of Object.keys(inside)) {
    if (types.some((type) => concerns(keyword, type))) continue;
    tell(spot, keyword, 'dropped', 'same', 'it says nothing about values of these types');
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

/** Arrays: what every item is, where the dialect wants to be told. */
export function settleItems(spot: Spot): void {
  if (spot.work.takesAll || !(declaredTypes(spot.node) ?? []).includes('array')) return;
  if (Object.hasOwn(spot.node, 'prefixItems')) settleTuple(spot);
  if (spot.node['items'] === false) closeItems(spot, 0);
  if (!Object.hasOwn(spot.node, 'items') && !Object.hasOwn(spot.node, 'prefixItems')) settleNoItems(spot);
}

function settleNoItems(spot: Spot): void {
  // A list that is always empty has no items to speak of.
  const action = spot.work.action('array without items');
  if (action === 'refuse') refuse(spot, 'items', 'its items may be any value');
  if (action === 'move') {
    spot.rules.push(['array without items', 'items of any value']);
    tell(spot, 'items', 'moved', 'same', 'its items may be any value: said in the description');
  }
  if (action === 'primitives') spot.node = spot.work.from(spot.node, { ...spot.node, items: true });
}

/** No item beyond some: the count says it. */
function closeItems(spot: Spot, count: number): void {
  const { node, work } = spot;
  const { maxItems } = node;
  const most = typeof maxItems === 'number' ? Math.min(maxItems, count) : count;
  spot.node = work.from(node, { ...omit(node, 'items'), maxItems: most });
  tell(spot, 'items', 'rewritten', 'same', 'no further items: said by maxItems');
}

function settleTuple(spot: Spot): void {
  const { node, work } = spot;
  const action = work.action('prefixItems');
  const { prefixItems } = node;
  if (!Array.isArray(prefixItems)) return;
  if (node['items'] === false) closeItems(spot, prefixItems.length);
  if (action === 'keep') return;
  spot.node = work.from(node, omit(spot.node, 'prefixItems'));
  if (action === 'refuse') refuse(spot, 'prefixItems', 'its positions differ');
  else moveToDescription(spot, 'prefixItems', prefixItems);
  if (action === 'tuple') spot.node = work.from(node, { ...spot.node, items: anyPosition(spot, prefixItems) });
}

/** What may stand at any position: one of the named ones, or what stands after them. */
function anyPosition(spot: Spot, prefixItems: readonly unknown[]): unknown {
  const { maxItems, items } = spot.node;
  const isClosed = typeof maxItems === 'number' && maxItems <= prefixItems.length;
  const rest = isClosed ? [] : [items ?? true];
  const distinct = new Map([...prefixItems, ...rest].map((schema) => [JSON.stringify(schema), schema]));
  return distinct.has('true') ? true : { anyOf: [...distinct.values()] };
}
