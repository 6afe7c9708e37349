import type { JsonSchema, JsonSchemaObject } from '../wire/wire.js';
import type { ChoiceField, Field, ObjectField, TextField } from './field.js';
import { resolveSchema, type ResolvedSchema } from './resolve-schema.js';

/** Depth beyond which nested fieldsets stop helping. */
const maxNesting = 5;

interface Place {
  readonly root: JsonSchemaObject;
  readonly name: string;
  readonly required: boolean;
  readonly nesting: number;
  readonly followed: ReadonlySet<string>;
}

type Base = Pick<Field, 'label' | 'hint' | 'required' | 'nullable' | 'initial'>;

/** Plans the form of a JSON Schema: one field for the whole input, which contains the others. */
export function planForm(root: JsonSchemaObject): Field {
  const field = planField(root, { root, name: 'input', required: true, nesting: 0, followed: new Set() });
  return field.kind === 'json' && field.initial === undefined ? { ...field, initial: {} } : field;
}

/** Picks the first kind of field that fits. */
function planField(rawSchema: JsonSchema, at: Place): Field {
  const resolved = resolveSchema(rawSchema, at.root, at.followed);
  const { schema } = resolved;
  const base: Base = {
    label: schema.title ?? at.name,
    hint: schema.description,
    required: at.required,
    nullable: resolved.nullable,
    initial: schema.default,
  };
  const inner = { ...at, followed: resolved.followed, nesting: at.nesting + 1 };
  return (
    planChoice(schema, base) ??
    planPlain(schema, base, at.name) ??
    (at.nesting < maxNesting ? planContainer(resolved, base, inner) : undefined) ?? { ...base, kind: 'json' }
  );
}

function planChoice(schema: JsonSchemaObject, base: Base): Field | undefined {
  if ('const' in schema) {
    const value = schema['const'];
    if (base.required) return { ...base, kind: 'fixed', initial: value };
    return { ...base, kind: 'choice', choices: [toChoice(value)] };
  }
  const choices = schema.enum?.map((value) => toChoice(value)) ?? titledChoices(schema);
  return choices === undefined || choices.length === 0 ? undefined : { ...base, kind: 'choice', choices };
}

/** Reads an enumeration with titles, which schemas write as a choice of constants. */
function titledChoices({ anyOf }: JsonSchemaObject): ChoiceField['choices'] | undefined {
  const choices = anyOf?.map((choice) =>
    typeof choice === 'object' && 'const' in choice ? toChoice(choice['const'], choice.title) : undefined,
  );
  return choices?.every((choice) => choice !== undefined) === true ? choices : undefined;
}

function planPlain(schema: JsonSchemaObject, base: Base, name: string): Field | undefined {
  if (schema.type === 'string') return { ...base, kind: 'text', ...planText(schema, name) };
  if (schema.type === 'number' || schema.type === 'integer')
    return { ...base, kind: 'number', range: renderRange(schema) };
  if (schema.type !== 'boolean') return undefined;
  // An optional boolean has three states: on, off and left out.
  if (base.required || base.initial !== undefined) return { ...base, kind: 'boolean' };
  return { ...base, kind: 'choice', choices: [toChoice(true, 'yes'), toChoice(false, 'no')] };
}

function planContainer({ schema }: ResolvedSchema, base: Base, at: Place): Field | undefined {
  if (schema.type === 'array' && schema.items !== undefined) {
    const item = planField(schema.items, { ...at, name: 'item', required: true });
    const minItems = numberIn(schema, 'minItems') ?? 0;
    return { ...base, kind: 'list', item, minItems, maxItems: numberIn(schema, 'maxItems') ?? Infinity };
  }
  if (isObject(schema)) return { ...base, kind: 'object', ...planMembers(schema, at) };
  const shapes = schema.anyOf ?? splitTypes(schema);
  if (shapes === undefined || shapes.length === 0) return undefined;
  const variants = shapes.map((shape, index) => {
    const variant = planField(shape, { ...at, name: '', required: true });
    return { ...variant, label: fieldName(variant) ?? `Option ${index + 1}` };
  });
  return { ...base, kind: 'variant', variants };
}

function isObject({ type, properties, additionalProperties }: JsonSchemaObject): boolean {
  if (properties !== undefined) return type === undefined || type === 'object';
  return type === 'object' && (additionalProperties === false || isTelling(additionalProperties));
}

function planMembers(schema: JsonSchemaObject, at: Place): Pick<ObjectField, 'members' | 'others'> {
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    field: planField(property, { ...at, name, required: required.has(name) }),
  }));
  const rest = schema.additionalProperties;
  const others = isTelling(rest) ? planField(rest, { ...at, name: 'value', required: true }) : undefined;
  return { members, others };
}

/** True for a schema that restricts its values. */
function isTelling(schema: JsonSchema | undefined): schema is JsonSchemaObject {
  return typeof schema === 'object' && Object.keys(schema).length > 0;
}

/** Converts a list of types to a choice of schemas. */
function splitTypes({ type, ...around }: JsonSchemaObject): readonly JsonSchemaObject[] | undefined {
  if (!Array.isArray(type)) return undefined;
  return type.map((one) => ({ ...around, type: one, title: String(one) }));
}

const kindNames = { text: 'text', number: 'number', boolean: 'yes or no', list: 'list', object: 'object' } as const;

/** Names a shape: by its title, the constant that marks it, or its kind. */
function fieldName(field: Field): string | undefined {
  if (field.label !== '') return field.label;
  if (field.kind === 'fixed') return JSON.stringify(field.initial);
  const mark = field.kind === 'object' ? field.members.find((member) => member.field.kind === 'fixed') : undefined;
  if (mark !== undefined) return String(mark.field.initial);
  return Object.hasOwn(kindNames, field.kind) ? kindNames[field.kind as keyof typeof kindNames] : undefined;
}

const inputTypes: { readonly [format: string]: TextField['inputType'] } = {
  date: 'date',
  email: 'email',
  uri: 'url',
  password: 'password',
};

function planText(schema: JsonSchemaObject, name: string): Pick<TextField, 'inputType' | 'multiline' | 'maxLength'> {
  const { format } = schema;
  const maxLength = numberIn(schema, 'maxLength');
  const secret = schema['writeOnly'] === true ? 'password' : undefined;
  const inputType =
    secret ?? (Object.hasOwn(inputTypes, format ?? '') ? inputTypes[format ?? ''] : undefined) ?? 'text';
  const long = maxLength === undefined ? /text|message|content|body/i.test(name) : maxLength > 200;
  return { inputType, multiline: inputType === 'text' && format === undefined && long, maxLength };
}

function renderRange(schema: JsonSchemaObject): string | undefined {
  const parts = [
    schema.type === 'integer' && 'whole',
    renderBound(schema, 'minimum', 'at least'),
    renderBound(schema, 'exclusiveMinimum', 'above'),
    renderBound(schema, 'maximum', 'at most'),
    renderBound(schema, 'exclusiveMaximum', 'below'),
    renderBound(schema, 'multipleOf', 'in steps of'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(', ');
}

function renderBound(schema: JsonSchemaObject, keyword: string, words: string): string | false {
  const bound = numberIn(schema, keyword);
  // Libraries write the ends of the safe range where an author said nothing.
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER && `${words} ${bound}`;
}

function toChoice(value: unknown, label?: string): { json: string; label: string } {
  const json = JSON.stringify(value);
  return { json, label: label ?? (typeof value === 'string' && value !== '' ? value : json) };
}

function numberIn(schema: JsonSchemaObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}
