import { annotations } from '../keyword-table.js';
import { closingNarrows } from './closing.js';
import { areDisjoint } from './disjoint.js';
import { mergeSchemas } from './merge-schemas.js';
import { branchesOf, omit, pick, type Schema, type SchemaNode } from './schema-node.js';
import { moveToDescription, refuse, tell, type Spot } from './spot.js';
import { commonTypes, declaredTypes, possibleTypes, typeKeyword } from './value-type.js';

/** Brings `oneOf` and `anyOf` into the form the dialect takes. */
export function settleUnions(spot: Spot): void {
  if (spot.work.takesAll) return;
  if (Object.hasOwn(spot.node, 'oneOf')) toAnyOf(spot);
  if (!Object.hasOwn(spot.node, 'anyOf')) return;
  dropImpossible(spot);
  const action = spot.work.action('anyOf');
  if (action === 'types') toTypes(spot);
  if (action === 'alone') standAlone(spot);
}

/** Where parameters have other names, rules about the rest of an object are moved: two branches may take what only one did. */
export function loosenOneOf(spot: Spot): void {
  if (spot.work.hasRenamed && Object.hasOwn(spot.node, 'oneOf')) toAnyOf(spot);
}

function toAnyOf(spot: Spot): void {
  const { node, work } = spot;
  const { oneOf } = node;
  spot.node = work.from(node, omit(node, 'oneOf'));
  if (Object.hasOwn(node, 'anyOf')) {
    moveToDescription(spot, 'oneOf', oneOf);
    return;
  }
  spot.node = work.from(node, { ...spot.node, anyOf: oneOf });
  const disjoint = areDisjoint(work, branchesOf(oneOf));
  const note = disjoint
    ? 'as anyOf: no value fits two of its branches'
    : 'as anyOf: a value may fit two of its branches';
  tell(spot, 'oneOf', 'rewritten', disjoint ? 'same' : 'wider', note);
}

/** A branch that takes nothing adds nothing. */
function dropImpossible(spot: Spot): void {
  const { node, work } = spot;
  const branches = branchesOf(node['anyOf']);
  const possible = branches.filter((branch) => branch !== false);
  if (possible.length === branches.length || possible.length === 0) return;
  spot.node = work.from(node, { ...node, anyOf: possible });
  tell(spot, 'anyOf', 'rewritten', 'same', 'branches that take nothing are left out');
}

/** Puts what stands beside a union into each of its branches, where that is exact. */
function standAlone(spot: Spot): void {
  const { node, work } = spot;
  const free = pick(node, (keyword) => annotations.has(keyword) || keyword === 'anyOf');
  const beside = omit(node, ...Object.keys(free));
  const branches = branchesOf(node['anyOf']);
  if (Object.keys(beside).length > 0) {
    const merged = branches.map((branch) => mergeInto(spot, beside, branch));
    if (!merged.every((branch) => branch !== undefined)) {
      giveUp(spot);
      return;
    }
    spot.node = work.from(node, { ...free, anyOf: merged });
    for (const keyword of Object.keys(beside)) tell(spot, keyword, 'rewritten', 'same', 'said in each branch of anyOf');
  }
  const closes = work.action('additionalProperties: false') === 'close';
  if (closes && closingNarrows(work, branchesOf(spot.node['anyOf']))) {
    refuse(spot, 'anyOf', 'a value may fit two of its branches, and none of them once they are closed');
  }
}

function mergeInto(spot: Spot, beside: SchemaNode, branch: Schema): Schema | undefined {
  if (branch === true) return beside;
  const target = spot.work.follow(branch);
  if (typeof target !== 'object') return undefined;
  const words = pick(branch as SchemaNode, (keyword) => annotations.has(keyword));
  const merged = mergeSchemas({ ...words, ...beside }, target);
  if (merged === undefined) return undefined;
  if (Object.hasOwn(branch as SchemaNode, '$ref')) {
    const pointer = spot.work.pointerOf(branch, spot.at.pointer);
    const note = 'merged with what stands beside the union';
    spot.work.lose({ pointer, keyword: '$ref', action: 'inlined', effect: 'same', note });
  }
  return spot.work.from(branch as SchemaNode, { ...merged });
}

/** A union that cannot stand alone: a strict form is refused, any other says it in words. */
function giveUp(spot: Spot): void {
  const { node, work } = spot;
  const { anyOf } = node;
  spot.node = work.from(node, omit(node, 'anyOf'));
  const note = 'what stands beside it cannot go into its branches';
  if (work.action('untyped') === 'refuse') refuse(spot, 'anyOf', note);
  else moveToDescription(spot, 'anyOf', anyOf, `${note}: said in the description`);
}

/** A union as a list of types: exact where its branches say nothing else, or where it only adds null. */
function toTypes(spot: Spot): void {
  const { node, work } = spot;
  const rest = omit(node, 'anyOf');
  const branches = branchesOf(node['anyOf']).map((branch) => work.follow(branch) ?? true);
  const others = branches.filter((branch) => !isNullOnly(branch));
  const [only] = others;
  const types = commonWith(declaredTypes(node), typesOfAll(branches));
  const merged = others.length < branches.length && others.length === 1 ? withNull(rest, only) : undefined;
  if (merged !== undefined && types !== undefined) {
    spot.node = work.from(node, { ...merged, type: typeKeyword(types) });
    tell(spot, 'anyOf', 'rewritten', 'same', 'as a list of types');
    return;
  }
  spot.node = work.from(node, types === undefined ? rest : { ...rest, type: typeKeyword(types) });
  if (types !== undefined && branches.every(saysTypeOnly))
    tell(spot, 'anyOf', 'rewritten', 'same', 'as a list of types');
  else moveToDescription(spot, 'anyOf', node['anyOf']);
}

/** A branch in the place of its union, to be given null as one more type; undefined where more than its type decides. */
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

/** The types of all branches together; undefined when one of them may be anything. */
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
