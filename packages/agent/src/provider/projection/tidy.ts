import { annotations } from '../keyword-table.js';
import { mergeSchemas } from './merge-schemas.js';
import { schemaItems, omit, pick, type Schema, type SchemaNode } from './schema-node.js';
import { reportLoss, type SchemaPosition } from './schema-position.js';

const maxRounds = 32;

/**
 * Simplifies a schema for every dialect: drops comments, merges intersections where that is exact, unwraps lists of
 * one.
 */
export function tidy(position: SchemaPosition): void {
  dropComments(position);
  // Each round reaches one level deeper; a definition that contains itself would never end.
  let before: SchemaNode | undefined;
  for (let round = 0; before !== position.node && round < maxRounds; round += 1) {
    before = position.node;
    mergeAllOf(position);
    unwrapUnion(position, 'anyOf');
    unwrapUnion(position, 'oneOf');
  }
  unwrapType(position);
}

function dropComments(position: SchemaPosition): void {
  const { node, projection, at } = position;
  const gone = Object.keys(node).filter((keyword) => isComment(keyword) || (at.isRoot === true && keyword === '$id'));
  if (gone.length === 0) return;
  position.node = projection.from(node, omit(node, ...gone));
  for (const keyword of gone) reportLoss(position, keyword, 'dropped', 'same', 'it is not for models');
}

function isComment(keyword: string): boolean {
  return keyword === '$schema' || keyword === '$comment' || keyword.startsWith('x-') || keyword === '__proto__';
}

function mergeAllOf(position: SchemaPosition): void {
  const { node, projection } = position;
  if (!Array.isArray(node['allOf'])) return;
  const left: Schema[] = [];
  let merged: SchemaNode = omit(node, 'allOf');
  for (const branch of schemaItems(node['allOf'])) {
    const joined = join(position, merged, branch);
    if (joined === undefined) left.push(branch);
    else merged = joined;
  }
  if (left.length === node['allOf'].length) return;
  position.node = projection.from(node, left.length === 0 ? { ...merged } : { ...merged, allOf: left });
  reportLoss(position, 'allOf', 'rewritten', 'same', 'merged into the schema it stands in');
}

function unwrapUnion(position: SchemaPosition, keyword: 'anyOf' | 'oneOf'): void {
  const { node, projection } = position;
  const branches = schemaItems(node[keyword]);
  const [only] = branches;
  if (branches.length !== 1 || only === undefined) return;
  const joined = join(position, omit(node, keyword), only);
  if (joined === undefined) return;
  position.node = projection.from(node, { ...joined });
  reportLoss(position, keyword, 'rewritten', 'same', 'its only branch stands in its place');
}

/** Merges two schemas; a reference stays one where nothing but annotations stands beside it. */
function join(position: SchemaPosition, node: SchemaNode, branch: Schema): SchemaNode | undefined {
  if (branch === true) return node;
  if (branch === false) return undefined;
  const plain = withoutComments(branch);
  const merged = Object.hasOwn(plain, '$ref') ? joinReference(position, node, plain) : mergeSchemas(node, plain);
  if (merged !== undefined) reportDropped(position, branch, merged);
  return merged;
}

function joinReference(position: SchemaPosition, node: SchemaNode, branch: SchemaNode): SchemaNode | undefined {
  if (isFree(node)) return { ...branch, ...node };
  const target = position.projection.follow(branch);
  if (target === undefined) return undefined;
  return join(position, { ...pick(branch, (keyword) => annotations.has(keyword)), ...node }, target);
}

function isFree(node: SchemaNode): boolean {
  return Object.keys(node).every((keyword) => annotations.has(keyword));
}

/** Reports the keywords of a branch that the result lacks. */
function reportDropped(position: SchemaPosition, branch: SchemaNode, merged: SchemaNode): void {
  const pointer = position.projection.pointerOf(branch, position.at.pointer);
  for (const keyword of Object.keys(branch)) {
    const isRepeated = annotations.has(keyword) && merged[keyword] !== branch[keyword];
    if (!isRepeated && !isComment(keyword)) continue;
    const note = isRepeated ? 'the schema it stands in says it already' : 'it is not for models';
    position.projection.lose({ pointer, keyword, action: 'dropped', effect: 'same', note });
  }
}

function withoutComments(node: SchemaNode): SchemaNode {
  return pick(node, (keyword) => !isComment(keyword));
}

function unwrapType(position: SchemaPosition): void {
  const { type } = position.node;
  if (!Array.isArray(type) || type.length !== 1) return;
  position.node = position.projection.from(position.node, { ...position.node, type: type[0] as unknown });
  reportLoss(position, 'type', 'rewritten', 'same', 'a list of one type is that type');
}
