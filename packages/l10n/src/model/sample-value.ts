import { isPlainObject, type Json, type JsonSchema } from '@helve/core';

/** Creates the smallest value that satisfies a schema of the kinds that models get. */
export function sampleValue(schema: JsonSchema | undefined): Json {
  if (!isPlainObject(schema)) return null;
  if (schema.const !== undefined) return schema.const as Json;
  if (schema.enum !== undefined) return (schema.enum[0] ?? null) as Json;
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice !== undefined) return sampleValue(choice);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return sampleObject(schema);
    case 'array':
      return Array.from({ length: numberIn(schema['minItems']) }, () => sampleValue(itemSchema(schema)));
    case 'string':
      return '-'.repeat(numberIn(schema['minLength']));
    case 'integer':
    case 'number':
      return numberIn(schema['minimum']);
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function sampleObject({ properties = {}, required = [] }: Exclude<JsonSchema, boolean>): Json {
  return Object.fromEntries(required.map((name) => [name, sampleValue(properties[name])]));
}

function itemSchema({ items }: Exclude<JsonSchema, boolean>): JsonSchema | undefined {
  return Array.isArray(items) ? undefined : items;
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
