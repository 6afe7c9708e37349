import type { JsonSchema, JsonSchemaObject } from '@helve/core';

interface Resolved {
  readonly schema: JsonSchemaObject;
  /** Whether `null` is allowed too: a form says that by leaving the field empty. */
  readonly nullable: boolean;
}

const maxReferences = 16;

/** A schema without its local `$ref` and without its `null`, so that what is left has one type wherever that is possible. */
export function resolveSchema(given: JsonSchema, root: JsonSchemaObject): Resolved {
  const schema = followReferences(given, root);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const others = choices.filter((choice) => !isNull(choice));
    const [only] = others;
    if (others.length !== 1 || only === undefined) return { schema, nullable: false };
    const { anyOf: _, oneOf: __, ...around } = schema;
    const nullable = others.length < choices.length;
    return { schema: { ...resolveSchema(only, root).schema, ...around }, nullable };
  }
  if (!Array.isArray(schema.type)) return { schema, nullable: false };
  const types = schema.type.filter((type) => type !== 'null');
  const [type] = types;
  if (types.length !== 1 || type === undefined) return { schema, nullable: false };
  return { schema: { ...schema, type }, nullable: types.length < schema.type.length };
}

function followReferences(given: JsonSchema, root: JsonSchemaObject): JsonSchemaObject {
  let schema = given;
  for (let count = 0; count < maxReferences; count++) {
    if (typeof schema === 'boolean') return {};
    const { $ref, ...beside } = schema;
    if ($ref === undefined) return schema;
    const target = lookUp($ref, root);
    if (target === undefined || typeof target === 'boolean') return beside;
    schema = { ...target, ...beside };
  }
  return {};
}

/** What a reference such as `#/$defs/name` points at. */
function lookUp(reference: string, root: JsonSchemaObject): JsonSchema | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let value: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = decodeStep(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return isSchema(value) ? value : undefined;
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // Not encoded after all: a key may hold a lone percent sign.
    return step;
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

function isNull(schema: JsonSchema): boolean {
  return typeof schema === 'object' && (schema.type === 'null' || ('const' in schema && schema['const'] === null));
}
