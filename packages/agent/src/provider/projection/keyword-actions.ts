import { pointerTo, toPointerToken } from '@helve/core';
import { listedFormats, type Action } from '../keyword-table.js';
import { schemaItems, mapSchemas, type Schema } from './schema-node.js';
import { moveToDescription, refuse, reportLoss, type SchemaPosition } from './schema-position.js';
import { isPrimitive } from './value-type.js';
import type { NodeLocation } from './projection.js';

/** Projects a schema inside the current one. */
export type ProjectChild = (schema: Schema, at: NodeLocation) => unknown;

type Apply = (position: SchemaPosition, keyword: string, value: unknown, project: ProjectChild) => void;

/**
 * Locates a schema below a keyword: a keyword about members leads into the arguments, one about the value itself does
 * not.
 */
export function below(position: SchemaPosition, keyword: string, schema: Schema, key?: string): NodeLocation {
  const { at, projection } = position;
  // A pointer into the canonical schema has the name that stands there.
  const path = key === undefined ? [keyword] : [keyword, projection.oldName(key) ?? key];
  const pointer = projection.pointerOf(schema, pointerTo(at.pointer, ...path));
  return { pointer, argumentPath: at.argumentPath + stepTo(keyword, key), inlined: at.inlined };
}

function stepTo(keyword: string, key: string | undefined): string {
  if (keyword === 'properties' && key !== undefined) return `/${pathToken(key)}`;
  if (keyword === 'prefixItems' && key !== undefined) return `/${key}`;
  const members = ['items', 'contains', 'additionalProperties', 'patternProperties', 'unevaluatedItems'];
  return members.includes(keyword) || keyword === 'unevaluatedProperties' ? '/*' : '';
}

/** Escapes a name in a path; a name `*` becomes `~2`, since `*` stands for every member. */
function pathToken(name: string): string {
  const escaped = toPointerToken(name);
  return escaped === '*' ? '~2' : escaped;
}

const keep: Apply = (position, keyword, value, project) => {
  position.out[keyword] = mapSchemas(keyword, value, (schema, key) =>
    project(schema, below(position, keyword, schema, key)),
  );
};

const move: Apply = (position, keyword, value) => moveToDescription(position, keyword, value);

const drop: Apply = (position, keyword) => reportLoss(position, keyword, 'dropped', 'same', 'it is not known there');

/** Writes values as text, beside their type. */
const strings: Apply = (position, keyword, value) => {
  const values = Array.isArray(value) ? value : [];
  const spelled = values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const numbers = values.filter((one) => typeof one === 'number');
  const texts = values.filter((one) => typeof one === 'string');
  if (spelled.includes('') || texts.length + numbers.length < values.length || values.length === 0) {
    moveLiterals(position, keyword, values);
    return;
  }
  position.out['format'] = 'enum';
  position.out['enum'] = spelled;
  const pointer = position.at.argumentPath;
  if (numbers.length > 0) {
    position.projection.marks.push({ step: 'enum-number', pointer, values: numbers });
    reportLoss(position, keyword, 'rewritten', 'same', 'numbers as text, restored when they come back');
  } else reportLoss(position, keyword, 'rewritten', 'same', 'with the format that lists have there');
  if (texts.length > 0) position.projection.marks.push({ step: 'text-meant', pointer, texts });
};

/** Moves values that the dialect cannot list; both booleans together restrict nothing. */
function moveLiterals(position: SchemaPosition, keyword: string, values: readonly unknown[]): void {
  const isBoth = [true, false].every((one) => values.includes(one)) && values.every((one) => typeof one === 'boolean');
  if (isBoth) reportLoss(position, keyword, 'dropped', 'same', 'the type says it');
  else moveToDescription(position, keyword, values);
  if (values.some((one) => typeof one === 'string')) {
    position.projection.marks.push({ step: 'text-meant', pointer: position.at.argumentPath, texts: 'any' });
  }
}

const plain: Apply = (position, keyword, value) => {
  const values = Array.isArray(value) ? value : [];
  const listable = values.length > 0 && values.every((one) => typeof one === 'string' || typeof one === 'number');
  if (listable) position.out[keyword] = values;
  else moveLiterals(position, keyword, values);
};

/** Keeps the literals of a strict form, which are primitives; anything else would need a schema of its own. */
const typed: Apply = (position, keyword, value) => {
  const values = keyword === 'const' ? [value] : Array.isArray(value) ? value : [];
  if (values.length > 0 && values.every(isPrimitive)) position.out[keyword] = value;
  else refuse(position, keyword, 'it lists values that are not primitives');
};

const untyped: Apply = (position, keyword, value, project) => {
  typed(position, keyword, value, project);
  delete position.out['type'];
  reportLoss(position, 'type', 'dropped', 'same', 'the listed values say it');
};

const toEnum: Apply = (position, keyword, value, project) => {
  reportLoss(position, keyword, 'rewritten', 'same', 'as an enum of one value');
  apply(position, 'enum', [value], project);
};

const integer: Apply = (position, keyword, value) => {
  if (position.node['type'] !== 'integer' || typeof value !== 'number') {
    moveToDescription(position, keyword, value);
    return;
  }
  const isMinimum = keyword === 'exclusiveMinimum';
  const inclusive = isMinimum ? 'minimum' : 'maximum';
  const bound = isMinimum ? Math.floor(value) + 1 : Math.ceil(value) - 1;
  const other = position.node[inclusive];
  const both = typeof other === 'number' ? [bound, other] : [bound];
  position.out[inclusive] = isMinimum ? Math.max(...both) : Math.min(...both);
  reportLoss(position, keyword, 'rewritten', 'same', `as ${inclusive}`);
};

const text: Apply = (position, keyword, value) => {
  position.out[keyword] = String(value);
  reportLoss(position, keyword, 'rewritten', 'same', 'the number as text');
};

const few: Apply = (position, keyword, value, project) => {
  (value === 0 || value === 1 ? keep : move)(position, keyword, value, project);
};

const listed: Apply = (position, keyword, value, project) => {
  const known = listedFormats[position.projection.dialect.column] ?? [];
  (typeof value === 'string' && known.includes(value) ? keep : move)(position, keyword, value, project);
};

const upper: Apply = (position, keyword, value) => {
  position.out[keyword] = String(value).toUpperCase();
};

/** Keeps an intersection where closing its branches cannot matter. */
const scalar: Apply = (position, keyword, value, project) => {
  const branches = schemaItems(value).map((branch) => position.projection.follow(branch));
  const types = branches.map((branch) => (typeof branch === 'object' ? branch['type'] : undefined));
  const isScalar = types.every((type) => typeof type === 'string' && type !== 'object' && type !== 'array');
  const alone = !['anyOf', 'oneOf', 'enum', 'const', 'type'].some((other) => Object.hasOwn(position.node, other));
  if (isScalar && alone) keep(position, keyword, value, project);
  else refuse(position, keyword, 'it can be neither merged nor kept');
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
  refuse: (position, keyword) => refuse(position, keyword, 'the strict form cannot say it'),
};

/** Treats a keyword as the table says. Rewritings of the whole schema were done before: what they left is kept. */
export function apply(position: SchemaPosition, keyword: string, value: unknown, project: ProjectChild): void {
  const action = actions[position.projection.action(keyword)] ?? keep;
  action(position, keyword, value, project);
}
