import { listedFormats, type Action } from '../keyword-table.js';
import { branchesOf, mapSchemas, stepInto, type Schema } from './schema-node.js';
import { moveToDescription, refuse, tell, type Spot } from './spot.js';
import { isPrimitive } from './value-type.js';
import type { At } from './work.js';

/** Makes the provider's form of a schema inside the one that is worked on. */
export type ProjectChild = (schema: Schema, at: At) => unknown;

type Apply = (spot: Spot, keyword: string, value: unknown, project: ProjectChild) => void;

/** Where a schema below a keyword is looked at: a keyword about members leads into the arguments, one about the value itself does not. */
export function below(spot: Spot, keyword: string, schema: Schema, key?: string): At {
  const { at, work } = spot;
  // A pointer into the canonical schema has the name that stands there.
  const path = key === undefined ? [keyword] : [keyword, work.oldName(key) ?? key];
  const pointer = work.pointerOf(schema, stepInto(at.pointer, ...path));
  return { pointer, place: at.place + stepTo(keyword, key), inlined: at.inlined };
}

function stepTo(keyword: string, key: string | undefined): string {
  if (keyword === 'properties' && key !== undefined) return `/${placeToken(key)}`;
  if (keyword === 'prefixItems' && key !== undefined) return `/${key}`;
  const members = ['items', 'contains', 'additionalProperties', 'patternProperties', 'unevaluatedItems'];
  return members.includes(keyword) || keyword === 'unevaluatedProperties' ? '/*' : '';
}

/** A name in a place; a star that is a name is written `~2`, since `*` stands for every member. */
function placeToken(name: string): string {
  const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return escaped === '*' ? '~2' : escaped;
}

const keep: Apply = (spot, keyword, value, project) => {
  spot.out[keyword] = mapSchemas(keyword, value, (schema, key) => project(schema, below(spot, keyword, schema, key)));
};

const move: Apply = (spot, keyword, value) => moveToDescription(spot, keyword, value);

const drop: Apply = (spot, keyword) => tell(spot, keyword, 'dropped', 'same', 'it is not known there');

/** Values as text, beside their type. */
const strings: Apply = (spot, keyword, value) => {
  const values = Array.isArray(value) ? value : [];
  const spelled = values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const numbers = values.filter((one) => typeof one === 'number');
  const texts = values.filter((one) => typeof one === 'string');
  if (spelled.includes('') || texts.length + numbers.length < values.length || values.length === 0) {
    moveLiterals(spot, keyword, values);
    return;
  }
  spot.out['format'] = 'enum';
  spot.out['enum'] = spelled;
  const pointer = spot.at.place;
  if (numbers.length > 0) {
    spot.work.marks.push({ step: 'enum-number', pointer, values: numbers });
    tell(spot, keyword, 'rewritten', 'same', 'numbers as text, restored when they come back');
  } else tell(spot, keyword, 'rewritten', 'same', 'with the format that lists have there');
  if (texts.length > 0) spot.work.marks.push({ step: 'text-meant', pointer, texts });
};

/** Values the dialect cannot list; both booleans are no restriction at all. */
function moveLiterals(spot: Spot, keyword: string, values: readonly unknown[]): void {
  const isBoth = [true, false].every((one) => values.includes(one)) && values.every((one) => typeof one === 'boolean');
  if (isBoth) tell(spot, keyword, 'dropped', 'same', 'the type says it');
  else moveToDescription(spot, keyword, values);
  if (values.some((one) => typeof one === 'string')) {
    spot.work.marks.push({ step: 'text-meant', pointer: spot.at.place, texts: 'any' });
  }
}

const plain: Apply = (spot, keyword, value) => {
  const values = Array.isArray(value) ? value : [];
  const listable = values.length > 0 && values.every((one) => typeof one === 'string' || typeof one === 'number');
  if (listable) spot.out[keyword] = values;
  else moveLiterals(spot, keyword, values);
};

/** Literals of a strict form are primitives; anything else would need a schema of its own. */
const typed: Apply = (spot, keyword, value) => {
  const values = keyword === 'const' ? [value] : Array.isArray(value) ? value : [];
  if (values.length > 0 && values.every(isPrimitive)) spot.out[keyword] = value;
  else refuse(spot, keyword, 'it lists values that are no primitives');
};

const untyped: Apply = (spot, keyword, value, project) => {
  typed(spot, keyword, value, project);
  delete spot.out['type'];
  tell(spot, 'type', 'dropped', 'same', 'the listed values say it');
};

const toEnum: Apply = (spot, keyword, value, project) => {
  tell(spot, keyword, 'rewritten', 'same', 'as an enum of one value');
  apply(spot, 'enum', [value], project);
};

const integer: Apply = (spot, keyword, value) => {
  if (spot.node['type'] !== 'integer' || typeof value !== 'number') {
    moveToDescription(spot, keyword, value);
    return;
  }
  const isMinimum = keyword === 'exclusiveMinimum';
  const inclusive = isMinimum ? 'minimum' : 'maximum';
  const bound = isMinimum ? Math.floor(value) + 1 : Math.ceil(value) - 1;
  const other = spot.node[inclusive];
  const both = typeof other === 'number' ? [bound, other] : [bound];
  spot.out[inclusive] = isMinimum ? Math.max(...both) : Math.min(...both);
  tell(spot, keyword, 'rewritten', 'same', `as ${inclusive}`);
};

const text: Apply = (spot, keyword, value) => {
  spot.out[keyword] = String(value);
  tell(spot, keyword, 'rewritten', 'same', 'the number as text');
};

const few: Apply = (spot, keyword, value, project) => {
  (value === 0 || value === 1 ? keep : move)(spot, keyword, value, project);
};

const listed: Apply = (spot, keyword, value, project) => {
  const known = listedFormats[spot.work.dialect.column] ?? [];
  (typeof value === 'string' && known.includes(value) ? keep : move)(spot, keyword, value, project);
};

const upper: Apply = (spot, keyword, value) => {
  spot.out[keyword] = String(value).toUpperCase();
};

/** An intersection is kept where closing its branches cannot matter. */
const scalar: Apply = (spot, keyword, value, project) => {
  const branches = branchesOf(value).map((branch) => spot.work.follow(branch));
  const types = branches.map((branch) => (typeof branch === 'object' ? branch['type'] : undefined));
  const isScalar = types.every((type) => typeof type === 'string' && type !== 'object' && type !== 'array');
  const alone = !['anyOf', 'oneOf', 'enum', 'const', 'type'].some((other) => Object.hasOwn(spot.node, other));
  if (isScalar && alone) keep(spot, keyword, value, project);
  else refuse(spot, keyword, 'it can be neither merged nor kept');
};

const actions: Partial<Readonly<Record<Action, Apply>>> = {
  keep,
  move,
  drop,
  upper,
  text,
  few,
  listed,
  integer,
  strings,
  plain,
  typed,
  untyped,
  scalar,
  enum: toEnum,
  primitive: untyped,
  refuse: (spot, keyword) => refuse(spot, keyword, 'the strict form cannot say it'),
};

/** Does with a keyword what the table says. The rewritings that replaced the whole schema were done before: what they left is kept. */
export function apply(spot: Spot, keyword: string, value: unknown, project: ProjectChild): void {
  const action = actions[spot.work.action(keyword)] ?? keep;
  action(spot, keyword, value, project);
}
