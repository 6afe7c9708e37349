import type { JsonSchema, JsonSchemaObject } from '../wire/wire.js';
import { valueAt } from './pointer.js';

/** A schema without indirections, as far as a form can follow them. */
export interface ResolvedSchema {
  readonly schema: JsonSchemaObject;
  /** True when `null` is allowed too, which an empty field stands for. */
  readonly nullable: boolean;
  /** References that were followed to get here, those of the parents included. */
  readonly followed: ReadonlySet<string>;
}

/** Schema of a value about which nothing is known: it is edited as JSON. */
const anything: JsonSchemaObject = {};

/** Resolves local `$ref`, `allOf` and `null`, so that the rest has one type wherever possible. */
export function resolveSchema(
  rawSchema: JsonSchema,
  root: JsonSchemaObject,
  followed: ReadonlySet<string> = new Set(),
): ResolvedSchema {
  const target = followReferences(rawSchema, root, followed);
  const schema = mergeAll(target.schema, root, target.followed);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return unwrapOnly({ ...target, schema }, choices, root);
  if (!Array.isArray(schema.type)) return { ...target, schema, nullable: false };
  const types = schema.type.filter((type) => type !== 'null');
  const [type] = types;
  if (types.length !== 1 || type === undefined) return { ...target, schema, nullable: false };
  return { ...target, schema: { ...schema, type }, nullable: types.length < schema.type.length };
}

/** Reduces a choice between one schema and `null` to that schema. */
function unwrapOnly(
  { schema, followed }: Omit<ResolvedSchema, 'nullable'>,
  choices: readonly JsonSchema[],
  root: JsonSchemaObject,
): ResolvedSchema {
  const { anyOf: _, oneOf: __, ...around } = schema;
  const others = choices.filter((choice) => !isNull(choice));
  const nullable = others.length < choices.length;
  const [only] = others;
  if (others.length !== 1 || only === undefined) {
    return { schema: { ...around, anyOf: others }, nullable, followed };
  }
  const inner = resolveSchema(only, root, followed);
  return { schema: { ...inner.schema, ...around }, nullable: nullable || inner.nullable, followed: inner.followed };
}

function followReferences(
  rawSchema: JsonSchema,
  root: JsonSchemaObject,
  followed: ReadonlySet<string>,
): Omit<ResolvedSchema, 'nullable'> {
  const path = new Set(followed);
  let schema = rawSchema;
  for (;;) {
    if (typeof schema === 'boolean') return { schema: anything, followed: path };
    const { $ref, ...beside } = schema;
    if ($ref === undefined) return { schema, followed: path };
    // A shape within itself has no end: from here on it is JSON.
    if (path.has($ref)) return { schema: describedOnly(beside), followed: path };
    path.add($ref);
    const target = lookUp($ref, root);
    if (target === undefined || typeof target === 'boolean') return { schema: beside, followed: path };
    schema = { ...target, ...beside };
  }
}

function describedOnly({ title, description }: JsonSchemaObject): JsonSchemaObject {
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
}

/** Merges the schemas of an object that must fit several of them. */
function mergeAll(schema: JsonSchemaObject, root: JsonSchemaObject, followed: ReadonlySet<string>): JsonSchemaObject {
  const { allOf, ...around } = schema;
  if (allOf === undefined) return schema;
  const parts = [...allOf.map((part) => resolveSchema(part, root, followed).schema), around];
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as JsonSchemaObject['properties'] &
    object;
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))];
  return {
    ...(Object.assign({}, ...parts) as JsonSchemaObject),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Finds the target of a reference such as `#/$defs/name`. */
function lookUp(reference: string, root: JsonSchemaObject): JsonSchema | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  const value = valueAt(root, decoded(reference.slice(1)));
  return isSchema(value) ? value : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not encoded after all: a key may hold a lone percent sign.
    return text;
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

function isNull(schema: JsonSchema): boolean {
  return typeof schema === 'object' && (schema.type === 'null' || ('const' in schema && schema['const'] === null));
}
