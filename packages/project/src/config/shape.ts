import { isPlainObject, nearestNames, type JsonSchemaObject } from '@helve/core';
import { didYouMean, type ProblemDetail } from '../project-errors.js';

/** Shape of a config value: in words, as a test, and as JSON Schema. */
export interface Shape {
  readonly wanted: string;
  readonly holds: (value: unknown) => boolean;
  readonly schema: JsonSchemaObject;
}

/** One member of an object. */
export interface MemberShape extends Shape {
  readonly required?: boolean;
}

/** The members that an object may have, by name. */
export type Members = Readonly<Record<string, MemberShape>>;

/** A check of one value; `where` is its path. */
export type Check = (value: unknown, where: string) => readonly ProblemDetail[];

export const text: Shape = { wanted: 'a text', holds: isText, schema: { type: 'string', pattern: '\\S' } };

export const flag: Shape = {
  wanted: 'true or false',
  holds: (value) => typeof value === 'boolean',
  schema: { type: 'boolean' },
};

/** Accepts anything, since it has its own check; `schema` describes what that check allows. */
export function checkedElsewhere(schema: JsonSchemaObject): Shape {
  return { wanted: 'anything', holds: () => true, schema };
}

/** Gives a shape another description. */
export function called(wanted: string, { holds, schema }: Shape): Shape {
  return { wanted, holds, schema };
}

/** One of a few words. */
export function choiceShape(...words: readonly string[]): Shape {
  const wanted = `one of ${words.map((word) => `"${word}"`).join(', ')}`;
  return { wanted, holds: (value) => words.some((word) => word === value), schema: { enum: words } };
}

/** A whole number within bounds. */
export function integerShape(wanted: string, minimum: number, maximum: number): Shape {
  const holds = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  return { wanted, holds, schema: { type: 'integer', minimum, maximum } };
}

/** A number within bounds. */
export function numberShape(wanted: string, minimum: number, maximum: number): Shape {
  const holds = (value: unknown) => typeof value === 'number' && value >= minimum && value <= maximum;
  return { wanted, holds, schema: { type: 'number', minimum, maximum } };
}

/** A list in which each item has a shape. */
export function listShape(wanted: string, item: Shape): Shape {
  const holds = (value: unknown) => Array.isArray(value) && value.every((each) => item.holds(each));
  return { wanted, holds, schema: listSchema(item) };
}

/** Finds out whether one value has a shape. */
export function checkValue({ wanted, holds }: Shape): Check {
  return (value, where) => (holds(value) ? [] : [{ where, message: `Expected ${wanted}` }]);
}

/** Finds every item of a list that does not have a shape. */
export function checkList(item: Shape): Check {
  return (value, where) => {
    if (!Array.isArray(value)) return [{ where, message: `Expected a list of which each item is ${item.wanted}` }];
    return value.flatMap((each: unknown, index) => checkValue(item)(each, `${where}[${index}]`));
  };
}

/** Finds every unknown, wrong and missing member of an object. */
export function checkMembers(value: unknown, where: string, table: Members): readonly ProblemDetail[] {
  if (!isPlainObject(value)) return [{ where, message: 'Expected an object' }];
  const missing = Object.entries(table)
    .filter(([name, { required }]) => required === true && value[name] === undefined)
    .map(([name]) => ({ where: `${where}.${name}`, message: 'It is required' }));
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const path = `${where}.${name}`;
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    if (row === undefined) {
      const near = didYouMean(nearestNames(name, Object.keys(table), 1));
      return [{ where: path, message: 'There is no such key', ...near }];
    }
    return member === undefined ? [] : checkValue(row)(member, path);
  });
  return [...wrong, ...missing];
}

/** Checks each object of a list against one table. */
export function checkRows(value: unknown, where: string, table: Members): readonly ProblemDetail[] {
  if (!Array.isArray(value)) return [{ where, message: 'Expected a list of objects' }];
  return value.flatMap((row: unknown, index) => checkMembers(row, `${where}[${index}]`, table));
}

/** The JSON Schema of a list in which each item has a shape. */
export function listSchema({ schema }: Shape): JsonSchemaObject {
  return { type: 'array', items: schema };
}

/** The JSON Schema of an object with these members and no others. */
export function membersSchema(table: Members): JsonSchemaObject {
  const required = Object.entries(table).flatMap(([name, member]) => (member.required === true ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(table).map(([name, { schema }]) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
