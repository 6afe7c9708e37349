import type { JsonSchema, JsonSchemaObject } from '@helve/core';
import type { Field, TextField } from './field.js';
import { resolveSchema } from './resolve-schema.js';

/** Fieldsets in fieldsets stop helping at some point. */
const maxNesting = 4;

interface Place {
  readonly root: JsonSchemaObject;
  readonly name: string;
  readonly pointer: string;
  readonly required: boolean;
  readonly nesting: number;
}

/** The fields of a form for a JSON Schema; a schema without properties gets one field for the whole input. */
export function planForm(root: JsonSchemaObject): readonly Field[] {
  const whole: Place = { root, name: 'input', pointer: '', required: true, nesting: 0 };
  const schema = resolveSchema(root, root).schema;
  if (schema.properties !== undefined) return planProperties(schema, whole);
  // A closed object without properties takes nothing.
  if (schema.type === 'object' && schema.additionalProperties === false) return [];
  return [jsonField(schema, whole, schema.default ?? {})];
}

function planProperties(schema: JsonSchemaObject, { root, pointer, nesting }: Place): readonly Field[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const step = name.replaceAll('~', '~0').replaceAll('/', '~1');
    return planField(property, {
      root,
      name,
      pointer: `${pointer}/${step}`,
      required: required.has(name),
      nesting: nesting + 1,
    });
  });
}

/** The first kind of field that fits. */
function planField(given: JsonSchema, at: Place): Field {
  const { schema, nullable } = resolveSchema(given, at.root);
  const place = nullable ? { ...at, required: false } : at;
  const base = baseOf(schema, place);
  const { type, default: initial } = schema;
  const choices = schema.enum ?? ('const' in schema ? [schema['const']] : undefined);
  if (choices !== undefined && choices.length > 0) {
    const chosen = initial === undefined ? undefined : JSON.stringify(initial);
    return { ...base, kind: 'choice', choices: choices.map(toChoice), chosen };
  }
  if (type === 'string') return { ...base, kind: 'text', ...textOf(schema, place.name) };
  if (type === 'number' || type === 'integer') return { ...base, kind: 'number', ...numberOf(schema) };
  if (type === 'boolean') {
    const alwaysSent = base.required || initial !== undefined;
    return { ...base, kind: 'boolean', checked: initial === true, alwaysSent };
  }
  if (type === 'array') {
    const itemType = itemTypeOf(schema, at.root);
    const lines = initialLines(initial);
    if (itemType !== undefined && lines !== undefined) return { ...base, kind: 'list', itemType, value: lines };
  }
  if (schema.properties !== undefined && type === 'object' && place.nesting < maxNesting) {
    return { ...base, kind: 'object', fields: planProperties(schema, place) };
  }
  return jsonField(schema, place, initial);
}

function baseOf(schema: JsonSchemaObject, { name, pointer, required }: Place) {
  return { pointer, label: schema.title ?? name, hint: schema.description, required };
}

function jsonField(schema: JsonSchemaObject, place: Place, initial: unknown): Field {
  const value = initial === undefined ? '' : JSON.stringify(initial, undefined, 2);
  return { ...baseOf(schema, place), kind: 'json', value };
}

const inputTypes: { readonly [format: string]: TextField['inputType'] } = {
  date: 'date',
  email: 'email',
  uri: 'url',
  password: 'password',
};

function textOf(schema: JsonSchemaObject, name: string) {
  const { format, default: initial } = schema;
  const maxLength = numberIn(schema, 'maxLength');
  const inputType = (Object.hasOwn(inputTypes, format ?? '') ? inputTypes[format ?? ''] : undefined) ?? 'text';
  const long = maxLength === undefined ? /text|message|content|body/i.test(name) : maxLength > 200;
  const multiline = inputType === 'text' && format === undefined && long;
  return { inputType, multiline, maxLength, value: typeof initial === 'string' ? initial : '' };
}

function numberOf(schema: JsonSchemaObject) {
  const step = numberIn(schema, 'multipleOf') ?? (schema.type === 'integer' ? 1 : ('any' as const));
  const value = typeof schema.default === 'number' ? String(schema.default) : '';
  return { min: boundOf(schema, 'inimum', 1), max: boundOf(schema, 'aximum', -1), step, value };
}

/** An exclusive bound of an integer is the next integer; of a number, the control can only come near. */
function boundOf(schema: JsonSchemaObject, side: 'inimum' | 'aximum', inwards: number): number | undefined {
  const inclusive = numberIn(schema, `m${side}`);
  const exclusive = numberIn(schema, `exclusiveM${side}`);
  if (exclusive === undefined) return inclusive;
  const bound = schema.type === 'integer' ? exclusive + inwards : exclusive;
  return inclusive === undefined ? bound : Math[inwards > 0 ? 'max' : 'min'](inclusive, bound);
}

function itemTypeOf({ items }: JsonSchemaObject, root: JsonSchemaObject): 'string' | 'number' | 'boolean' | undefined {
  if (items === undefined) return undefined;
  const { schema, nullable } = resolveSchema(items, root);
  if (nullable) return undefined;
  if (schema.type === 'string' || schema.type === 'boolean') return schema.type;
  return schema.type === 'number' || schema.type === 'integer' ? 'number' : undefined;
}

/** One line per item; `undefined` if the default does not fit on lines. */
function initialLines(initial: unknown): string | undefined {
  if (initial === undefined) return '';
  if (!Array.isArray(initial) || initial.some((item) => typeof item === 'object' || /\n/.test(String(item))))
    return undefined;
  return initial.join('\n');
}

function toChoice(value: unknown): { json: string; label: string } {
  const json = JSON.stringify(value);
  return { json, label: typeof value === 'string' && value !== '' ? value : json };
}

function numberIn(schema: JsonSchemaObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}
