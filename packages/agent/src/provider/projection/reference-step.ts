import { annotations } from '../keyword-table.js';
import { mergeSchemas } from './merge-schemas.js';
import { definitionName } from './read-references.js';
import { omit, pick, type Schema, type SchemaNode } from './schema-node.js';
import { moveToDescription, refuse, reportLoss, type SchemaPosition } from './schema-position.js';
import { tidy } from './tidy.js';
import { declaredTypes, typeKeyword } from './value-type.js';

/** Brings a reference into a form the dialect accepts. */
export function settleReference(position: SchemaPosition): void {
  // Each definition is inlined a limited number of times, so this ends.
  while (Object.hasOwn(position.node, '$ref')) {
    const name = definitionName(position.node['$ref']);
    const target = position.projection.resolve(position.node['$ref']);
    if (name === undefined || target === undefined) {
      leaveForeign(position);
      return;
    }
    if (position.projection.action('$ref') !== 'inline') {
      settleSiblings(position, target);
      return;
    }
    const times = position.at.inlined.get(name) ?? 0;
    if (times >= (position.projection.dialect.maxInlined ?? 1)) {
      cut(position, name, target);
      return;
    }
    inline(position, target);
    position.at = { ...position.at, inlined: new Map(position.at.inlined).set(name, times + 1) };
  }
}

function leaveForeign(position: SchemaPosition): void {
  const action = position.projection.action('foreign $ref');
  if (action === 'keep') return;
  const value = position.node['$ref'];
  position.node = position.projection.from(position.node, omit(position.node, '$ref'));
  if (action === 'refuse') refuse(position, '$ref', 'it refers to something outside of the schema');
  else moveToDescription(position, '$ref', value);
}

/** Settles the siblings of a reference that stays: there may be none, or annotations only. */
function settleSiblings(position: SchemaPosition, target: Schema): void {
  const action = position.projection.action('$ref');
  const { node, projection } = position;
  const siblings = omit(node, '$ref');
  const free = Object.keys(siblings).every((keyword) => annotations.has(keyword));
  if (action === 'keep' || Object.keys(siblings).length === 0 || (free && action === 'beside')) return;
  const wraps = action === 'bare' && !Object.hasOwn(node, 'anyOf') && (free || projection.action('anyOf') === 'keep');
  if (wraps) {
    position.node = projection.from(node, { ...siblings, anyOf: [{ $ref: node['$ref'] }] });
    reportLoss(position, '$ref', 'rewritten', 'same', 'wrapped in anyOf, since nothing may stand beside it');
    return;
  }
  const merged = typeof target === 'object' ? mergeSchemas(siblings, target) : undefined;
  if (merged === undefined) {
    position.node = projection.from(node, siblings);
    refuse(position, '$ref', 'what stands beside it cannot be merged with what it means');
    return;
  }
  position.node = projection.from(node, { ...merged });
  reportLoss(position, '$ref', 'inlined', 'same', 'merged with what stands beside it');
  tidy(position);
}

function inline(position: SchemaPosition, target: Schema): void {
  const { node, projection } = position;
  const siblings = omit(node, '$ref');
  reportLoss(position, '$ref', 'inlined', 'same', 'its definition stands in its place');
  if (target === true) position.node = projection.from(node, siblings);
  else if (target === false) {
    position.node = projection.from(node, { ...siblings, not: {} });
  } else {
    position.node = projection.from(target, joinOrMove(position, siblings, target));
  }
  tidy(position);
}

/** Merges the target with the siblings of the reference; moves to the description what cannot be merged. */
function joinOrMove(position: SchemaPosition, siblings: SchemaNode, target: SchemaNode): Record<string, unknown> {
  const free = pick(siblings, (keyword) => annotations.has(keyword));
  if (Object.keys(free).length === Object.keys(siblings).length) return { ...target, ...siblings };
  const merged = mergeSchemas(siblings, target);
  if (merged !== undefined) return { ...merged };
  for (const [keyword, value] of Object.entries(siblings)) {
    if (!annotations.has(keyword)) moveToDescription(position, keyword, value);
  }
  return { ...target, ...free };
}

/** Ends a definition that contains itself: keeps its type, and a note about the rest. */
function cut(position: SchemaPosition, name: string, target: Schema): void {
  const { node, projection } = position;
  const types = typeof target === 'object' ? declaredTypes(target) : undefined;
  const free = pick(node, (keyword) => annotations.has(keyword));
  position.node = projection.from(node, types === undefined ? free : { ...free, type: typeKeyword(types) });
  position.rules.push(['$ref', `the same form as ${JSON.stringify(name)} above`]);
  const cutsShort = (projection.dialect.maxInlined ?? 1) > 1;
  if (cutsShort) reportLoss(position, '$ref', 'inlined', 'narrower', 'it contains itself and is cut here');
  else reportLoss(position, '$ref', 'moved', 'wider', 'it contains itself: said in the description');
}
