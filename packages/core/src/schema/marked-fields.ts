import { getAtPointer, pointerTo } from '../json/pointer.js';
import type { JsonSchema, JsonSchemaObject, ToolSchema } from '../contract/schema.js';
import { toJsonSchema, type SchemaSide } from './to-json-schema.js';

/** JSON pointers to the fields of a value that its schema marks as sensitive. */
export interface MarkedFields {
  /** May be left out without breaking the schema. */
  readonly optional: readonly string[];
  readonly required: readonly string[];
}

const none: MarkedFields = Object.freeze({ optional: [], required: [] });
/** By side and schema: the root where something is marked, null where nothing is. */
const marked = {
  input: new WeakMap<ToolSchema, JsonSchemaObject | null>(),
  output: new WeakMap<ToolSchema, JsonSchemaObject | null>(),
};

/** Finds the fields marked `"x-sensitive": true`, `writeOnly` or `format: password`, in whatever branch of the schema. */
export function markedFields(value: unknown, schema: ToolSchema | undefined, side: SchemaSide): MarkedFields {
  const root = schema === undefined ? null : markedRoot(schema, side);
  // The common case: a schema that marks nothing is read once.
  if (root === null) return none;
  const found = { optional: [] as string[], required: [] as string[] };
  visit({ root, found, path: new Set() }, value, [root], '', true);
  return found;
}

/** True when a schema marks any field. */
export function marksFields(schema: ToolSchema, side: SchemaSide): boolean {
  return markedRoot(schema, side) !== null;
}

/** Shorter texts are no secrets, and stand in every other sentence. */
const minSecretChars = 3;

/** The texts that a value holds in fields which its schema marks as sensitive. */
export function markedTexts(value: unknown, schema: ToolSchema, side: SchemaSide): readonly string[] {
  const { optional, required } = markedFields(value, schema, side);
  return [...optional, ...required].flatMap((pointer) => textsIn(getAtPointer(value, pointer)));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.length < minSecretChars ? [] : [text];
}

interface Search {
  readonly root: JsonSchemaObject;
  readonly found: { readonly optional: string[]; readonly required: string[] };
  readonly path: Set<object>;
}

function markedRoot(schema: ToolSchema, side: SchemaSide): JsonSchemaObject | null {
  const known = marked[side].get(schema);
  if (known !== undefined) return known;
  const root = toJsonSchema(schema, side);
  const found = /"(?:x-sensitive|writeOnly)":true|"format":"password"/.test(JSON.stringify(root)) ? root : null;
  marked[side].set(schema, found);
  return found;
}

function visit(
  search: Search,
  value: unknown,
  schemas: readonly JsonSchema[],
  pointer: string,
  required: boolean,
): void {
  const all = expand(search.root, schemas);
  if (all.some(isMarked)) {
    search.found[required ? 'required' : 'optional'].push(pointer);
    return;
  }
  if (typeof value !== 'object' || value === null || search.path.has(value)) return;
  search.path.add(value);
  for (const [name, member] of Object.entries(value)) {
    const inner = all.flatMap((schema) => schemasOf(schema, name, Array.isArray(value)));
    const needed = Array.isArray(value) || all.some((schema) => schema.required?.includes(name) === true);
    if (inner.length > 0) visit(search, member, inner, pointerTo(pointer, name), needed);
  }
  search.path.delete(value);
}

function isMarked(schema: JsonSchemaObject): boolean {
  return schema['x-sensitive'] === true || schema['writeOnly'] === true || schema.format === 'password';
}

/** The schemas together with those they refer to and branch into: a mark in any of them counts. */
function expand(root: JsonSchemaObject, schemas: readonly JsonSchema[]): JsonSchemaObject[] {
  const all = new Set<JsonSchemaObject>();
  const add = (schema: unknown): void => {
    if (!isSchema(schema) || all.has(schema)) return;
    all.add(schema);
    if (schema.$ref !== undefined) add(resolve(root, schema.$ref));
    for (const branches of [schema.anyOf, schema.oneOf, schema.allOf]) branches?.forEach(add);
    for (const keyword of ['if', 'then', 'else']) add(schema[keyword]);
  };
  schemas.forEach(add);
  return [...all];
}

function schemasOf(schema: JsonSchemaObject, name: string, inArray: boolean): JsonSchema[] {
  if (inArray) {
    const { prefixItems } = schema;
    const own: unknown = Array.isArray(prefixItems) ? prefixItems[Number(name)] : undefined;
    return [own, schema.items].filter(isSchema);
  }
  const byName = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
  const patterns = Object.entries(isSchema(schema['patternProperties']) ? schema['patternProperties'] : {});
  const matching = patterns.filter(([pattern]) => new RegExp(pattern, 'u').test(name)).map(([, inner]) => inner);
  return [byName, ...matching, ...(byName === undefined ? [schema.additionalProperties] : [])].filter(isSchema);
}

function resolve(root: JsonSchemaObject, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  return getAtPointer(root, decodeURIComponent(reference.slice(1)));
}

function isSchema(value: unknown): value is JsonSchemaObject {
  return typeof value === 'object' && value !== null;
}
