import { annotations } from '../keyword-table.js';
import { mergeSchemas } from './merge-schemas.js';
import { branchesOf, omit, pick, type Schema, type SchemaNode } from './schema-node.js';
import { tell, type Spot } from './spot.js';

const maxRounds = 32;

/** What every dialect gets: no comments, intersections merged where that is exact, lists of one unwrapped. */
export function tidy(spot: Spot): void {
  dropComments(spot);
  // Each round brings up what lies one level deeper; a definition that contains itself would go on for ever.
  let before: SchemaNode | undefined;
  for (let round = 0; before !== spot.node && round < maxRounds; round += 1) {
    before = spot.node;
    mergeAllOf(spot);
    unwrapUnion(spot, 'anyOf');
    unwrapUnion(spot, 'oneOf');
  }
  unwrapType(spot);
}

function dropComments(spot: Spot): void {
  const { node, work, at } = spot;
  const gone = Object.keys(node).filter((keyword) => isComment(keyword) || (at.isRoot === true && keyword === '$id'));
  if (gone.length === 0) return;
  spot.node = work.from(node, omit(node, ...gone));
  for (const keyword of gone) tell(spot, keyword, 'dropped', 'same', 'it is not for models');
}

function isComment(keyword: string): boolean {
  return keyword === '$schema' || keyword === '$comment' || keyword.startsWith('x-') || keyword === '__proto__';
}

function mergeAllOf(spot: Spot): void {
  const { node, work } = spot;
  if (!Array.isArray(node['allOf'])) return;
  const left: Schema[] = [];
  let merged: SchemaNode = omit(node, 'allOf');
  for (const branch of branchesOf(node['allOf'])) {
    const joined = join(spot, merged, branch);
    if (joined === undefined) left.push(branch);
    else merged = joined;
  }
  if (left.length === node['allOf'].length) return;
  spot.node = work.from(node, left.length === 0 ? { ...merged } : { ...merged, allOf: left });
  tell(spot, 'allOf', 'rewritten', 'same', 'merged into the schema it stands in');
}

function unwrapUnion(spot: Spot, keyword: 'anyOf' | 'oneOf'): void {
  const { node, work } = spot;
  const branches = branchesOf(node[keyword]);
  const [only] = branches;
  if (branches.length !== 1 || only === undefined) return;
  const joined = join(spot, omit(node, keyword), only);
  if (joined === undefined) return;
  spot.node = work.from(node, { ...joined });
  tell(spot, keyword, 'rewritten', 'same', 'its only branch stands in its place');
}

/** Two schemas as one; a reference stays one where nothing but annotations stands beside it. */
function join(spot: Spot, node: SchemaNode, branch: Schema): SchemaNode | undefined {
  if (branch === true) return node;
  if (branch === false) return undefined;
  const plain = withoutComments(branch);
  const merged = Object.hasOwn(plain, '$ref') ? joinReference(spot, node, plain) : mergeSchemas(node, plain);
  if (merged !== undefined) tellLost(spot, branch, merged);
  return merged;
}

function joinReference(spot: Spot, node: SchemaNode, branch: SchemaNode): SchemaNode | undefined {
  if (isFree(node)) return { ...branch, ...node };
  const target = spot.work.follow(branch);
  if (target === undefined) return undefined;
  return join(spot, { ...pick(branch, (keyword) => annotations.has(keyword)), ...node }, target);
}

function isFree(node: SchemaNode): boolean {
  return Object.keys(node).every((keyword) => annotations.has(keyword));
}

/** What a branch said and the result does not. */
function tellLost(spot: Spot, branch: SchemaNode, merged: SchemaNode): void {
  const pointer = spot.work.pointerOf(branch, spot.at.pointer);
  for (const keyword of Object.keys(branch)) {
    const told = annotations.has(keyword) && merged[keyword] !== branch[keyword];
    if (!told && !isComment(keyword)) continue;
    const note = told ? 'the schema it stands in says it already' : 'it is not for models';
    spot.work.lose({ pointer, keyword, action: 'dropped', effect: 'same', note });
  }
}

function withoutComments(node: SchemaNode): SchemaNode {
  return pick(node, (keyword) => !isComment(keyword));
}

function unwrapType(spot: Spot): void {
  const { type } = spot.node;
  if (!Array.isArray(type) || type.length !== 1) return;
  spot.node = spot.work.from(spot.node, { ...spot.node, type: type[0] as unknown });
  tell(spot, 'type', 'rewritten', 'same', 'a list of one type is that type');
}
