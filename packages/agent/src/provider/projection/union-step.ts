import { annotations } from '../keyword-table.js';
import { closingNarrows } from './closing.js';
import { areDisjoint } from './disjoint.js';
import { mergeSchemas } from './merge-schemas.js';
import { schemaItems, omit, pick, type Schema, type SchemaNode } from './schema-node.js';
import { moveToDescription, refuse, reportLoss, type SchemaPosition } from './schema-position.js';
import { commonTypes, declaredTypes, possibleTypes, typeKeyword } from './value-type.js';

/** Brings `oneOf` and `anyOf` into a form the dialect accepts. */
export function settleUnions(position: SchemaPosition): void {
  if (position.projection.takesAll) return;
  if (Object.hasOwn(position.node, 'oneOf')) toAnyOf(position);
  if (!Object.hasOwn(position.node, 'anyOf')) return;
  dropImpossible(position);
  const action = position.projection.action('anyOf');
  if (action === 'types') toTypes(position);
  if (action === 'alone') standAlone(position);
}

/**
 * Loosens `oneOf` where parameters have other names: rules about the rest of an object are moved, so two branches may
 * accept what only one did.
 */
export function loosenOneOf(position: SchemaPosition): void {
  if (position.projection.hasRenamed && Object.hasOwn(position.node, 'oneOf')) toAnyOf(position);
}

function toAnyOf(position: SchemaPosition): void {
  const { node, projection } = position;
  const { oneOf } = node;
  position.node = projection.from(node, omit(node, 'oneOf'));
  if (Object.hasOwn(node, 'anyOf')) {
    moveToDescription(position, 'oneOf', oneOf);
    return;
  }
  position.node = projection.from(node, { ...position.node, anyOf: oneOf });
  const disjoint = areDisjoint(projection, schemaItems(oneOf));
  const note = disjoint
    ? 'as anyOf: no value fits two of its branches'
    : 'as anyOf: a value may fit two of its branches';
  reportLoss(position, 'oneOf', 'rewritten', disjoint ? 'same' : 'wider', note);
}

/** Drops branches that accept nothing. */
function dropImpossible(position: SchemaPosition): void {
  const { node, projection } = position;
  const branches = schemaItems(node['anyOf']);
  const possible = branches.filter((branch) => branch !== false);
  if (possible.length === branches.length || possible.length === 0) return;
  position.node = projection.from(node, { ...node, anyOf: possible });
  reportLoss(position, 'anyOf', 'rewritten', 'same', 'branches that take nothing are left out');
}

/** Moves the siblings of a union into each of its branches, where that is exact. */
function standAlone(position: SchemaPosition): void {
  const { node, projection } = position;
  const free = pick(node, (keyword) => annotations.has(keyword) || keyword === 'anyOf');
  const beside = omit(node, ...Object.keys(free));
  const branches = schemaItems(node['anyOf']);
  if (Object.keys(beside).length > 0) {
    const merged = branches.map((branch) => mergeInto(position, beside, branch));
    if (!merged.every((branch) => branch !== undefined)) {
      giveUp(position);
      return;
    }
    position.node = projection.from(node, { ...free, anyOf: merged });
    for (const keyword of Object.keys(beside))
      reportLoss(position, keyword, 'rewritten', 'same', 'said in each branch of anyOf');
  }
  const closes = projection.action('additionalProperties: false') === 'close';
  if (closes && closingNarrows(projection, schemaItems(position.node['anyOf']))) {
    refuse(position, 'anyOf', 'a value may fit two of its branches, and none of them once they are closed');
  }
}

function mergeInto(position: SchemaPosition, beside: SchemaNode, branch: Schema): Schema | undefined {
  if (branch === true) return beside;
  const target = position.projection.follow(branch);
  if (typeof target !== 'object') return undefined;
  const words = pick(branch as SchemaNode, (keyword) => annotations.has(keyword));
  const merged = mergeSchemas({ ...words, ...beside }, target);
  if (merged === undefined) return undefined;
  if (Object.hasOwn(branch as SchemaNode, '$ref')) {
    const pointer = position.projection.pointerOf(branch, position.at.pointer);
    const note = 'merged with what stands beside the union';
    position.projection.lose({ pointer, keyword: '$ref', action: 'inlined', effect: 'same', note });
  }
  return position.projection.from(branch as SchemaNode, { ...merged });
}

/** Gives up a union that cannot stand alone: refuses a strict form, moves it to the description in any other. */
function giveUp(position: SchemaPosition): void {
  const { node, projection } = position;
  const { anyOf } = node;
  position.node = projection.from(node, omit(node, 'anyOf'));
  const note = 'what stands beside it cannot go into its branches';
  if (projection.action('untyped') === 'refuse') refuse(position, 'anyOf', note);
  else moveToDescription(position, 'anyOf', anyOf, `${note}: said in the description`);
}

/** Converts a union to a list of types: exact where its branches say nothing else, or where it only adds null. */
function toTypes(position: SchemaPosition): void {
  const { node, projection } = position;
  const rest = omit(node, 'anyOf');
  const branches = schemaItems(node['anyOf']).map((branch) => projection.follow(branch) ?? true);
  const others = branches.filter((branch) => !isNullOnly(branch));
  const [only] = others;
  const types = commonWith(declaredTypes(node), typesOfAll(branches));
  const merged = others.length < branches.length && others.length === 1 ? withNull(rest, only) : undefined;
  if (merged !== undefined && types !== undefined) {
    position.node = projection.from(node, { ...merged, type: typeKeyword(types) });
    reportLoss(position, 'anyOf', 'rewritten', 'same', 'as a list of types');
    return;
  }
  position.node = projection.from(node, types === undefined ? rest : { ...rest, type: typeKeyword(types) });
  if (types !== undefined && branches.every(saysTypeOnly))
    reportLoss(position, 'anyOf', 'rewritten', 'same', 'as a list of types');
  else moveToDescription(position, 'anyOf', node['anyOf']);
}

/** Replaces a union by its branch with null as one more type; undefined where more than its type decides. */
function withNull(rest: SchemaNode, branch: Schema | undefined): SchemaNode | undefined {
  if (typeof branch !== 'object' || declaredTypes(branch) === undefined) return undefined;
  if (['enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if'].some((keyword) => Object.hasOwn(branch, keyword))) {
    return undefined;
  }
  return mergeSchemas(omit(rest, 'type'), omit(branch, 'type'));
}

function isNullOnly(branch: Schema): boolean {
  return typeof branch === 'object' && branch['type'] === 'null';
}

function saysTypeOnly(branch: Schema): boolean {
  if (typeof branch !== 'object') return false;
  return Object.keys(branch).every((keyword) => keyword === 'type');
}

/** Returns the types of all branches together; undefined when one of them may be anything. */
function typesOfAll(branches: readonly Schema[]): readonly string[] | undefined {
  const types = branches.map((branch) => (typeof branch === 'object' ? possibleTypes(branch) : undefined));
  return types.every((list) => list !== undefined) ? types.flat() : undefined;
}

function commonWith(own: readonly string[] | undefined, types: readonly string[] | undefined): string[] | undefined {
  const [a, b] = [own ?? types, types ?? own];
  if (types === undefined || a === undefined || b === undefined) return undefined;
  const common = commonTypes(a, b);
  return common.length === 0 ? undefined : common;
}
