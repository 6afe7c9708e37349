import { annotations } from '../keyword-table.js';
import { mergeSchemas } from './merge-schemas.js';
import { definitionName } from './read-references.js';
import { omit, pick, type Schema, type SchemaNode } from './schema-node.js';
import { moveToDescription, refuse, tell, type Spot } from './spot.js';
import { tidy } from './tidy.js';
import { declaredTypes, typeKeyword } from './value-type.js';

/** Brings a reference into the form the dialect takes. */
export function settleReference(spot: Spot): void {
  // Each definition is put in its place only so often, so this comes to an end.
  while (Object.hasOwn(spot.node, '$ref')) {
    const name = definitionName(spot.node['$ref']);
    const target = spot.work.resolve(spot.node['$ref']);
    if (name === undefined || target === undefined) {
      leaveForeign(spot);
      return;
    }
    if (spot.work.action('$ref') !== 'inline') {
      settleSiblings(spot, target);
      return;
    }
    const times = spot.at.inlined.get(name) ?? 0;
    if (times >= (spot.work.dialect.maxInlined ?? 1)) {
      cut(spot, name, target);
      return;
    }
    inline(spot, target);
    spot.at = { ...spot.at, inlined: new Map(spot.at.inlined).set(name, times + 1) };
  }
}

function leaveForeign(spot: Spot): void {
  const action = spot.work.action('foreign $ref');
  if (action === 'keep') return;
  const value = spot.node['$ref'];
  spot.node = spot.work.from(spot.node, omit(spot.node, '$ref'));
  if (action === 'refuse') refuse(spot, '$ref', 'it refers to something outside of the schema');
  else moveToDescription(spot, '$ref', value);
}

/** A reference that stays may have nothing, or annotations only, beside it. */
function settleSiblings(spot: Spot, target: Schema): void {
  const action = spot.work.action('$ref');
  const { node, work } = spot;
  const siblings = omit(node, '$ref');
  const free = Object.keys(siblings).every((keyword) => annotations.has(keyword));
  if (action === 'keep' || Object.keys(siblings).length === 0 || (free && action === 'beside')) return;
  const wraps = action === 'bare' && !Object.hasOwn(node, 'anyOf') && (free || work.action('anyOf') === 'keep');
  if (wraps) {
    spot.node = work.from(node, { ...siblings, anyOf: [{ $ref: node['$ref'] }] });
    tell(spot, '$ref', 'rewritten', 'same', 'wrapped in anyOf, since nothing may stand beside it');
    return;
  }
  const merged = typeof target === 'object' ? mergeSchemas(siblings, target) : undefined;
  if (merged === undefined) {
    spot.node = work.from(node, siblings);
    refuse(spot, '$ref', 'what stands beside it cannot be merged with what it means');
    return;
  }
  spot.node = work.from(node, { ...merged });
  tell(spot, '$ref', 'inlined', 'same', 'merged with what stands beside it');
  tidy(spot);
}

function inline(spot: Spot, target: Schema): void {
  const { node, work } = spot;
  const siblings = omit(node, '$ref');
  tell(spot, '$ref', 'inlined', 'same', 'its definition stands in its place');
  if (target === true) spot.node = work.from(node, siblings);
  else if (target === false) {
    spot.node = work.from(node, { ...siblings, not: {} });
  } else {
    spot.node = work.from(target, joinOrMove(spot, siblings, target));
  }
  tidy(spot);
}

/** The target with what stands beside the reference; what cannot be joined is said in the description. */
function joinOrMove(spot: Spot, siblings: SchemaNode, target: SchemaNode): Record<string, unknown> {
  const free = pick(siblings, (keyword) => annotations.has(keyword));
  if (Object.keys(free).length === Object.keys(siblings).length) return { ...target, ...siblings };
  const merged = mergeSchemas(siblings, target);
  if (merged !== undefined) return { ...merged };
  for (const [keyword, value] of Object.entries(siblings)) {
    if (!annotations.has(keyword)) moveToDescription(spot, keyword, value);
  }
  return { ...target, ...free };
}

/** The end of a definition that contains itself: its type, and a word about the rest. */
function cut(spot: Spot, name: string, target: Schema): void {
  const { node, work } = spot;
  const types = typeof target === 'object' ? declaredTypes(target) : undefined;
  const free = pick(node, (keyword) => annotations.has(keyword));
  spot.node = work.from(node, types === undefined ? free : { ...free, type: typeKeyword(types) });
  spot.rules.push(['$ref', `the same form as ${JSON.stringify(name)} above`]);
  const cutsShort = (work.dialect.maxInlined ?? 1) > 1;
  if (cutsShort) tell(spot, '$ref', 'inlined', 'narrower', 'it contains itself and is cut here');
  else tell(spot, '$ref', 'moved', 'wider', 'it contains itself: said in the description');
}
