import { isPlainObject, type JsonSchemaObject } from '@helve/core';

/** Types as people write them, in languages that are not JSON, and what JSON Schema calls them. */
const types: Readonly<Record<string, string | undefined>> = {
  dict: 'object',
  hashmap: 'object',
  object: 'object',
  array: 'array',
  arraylist: 'array',
  list: 'array',
  tuple: 'array',
  string: 'string',
  char: 'string',
  integer: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  number: 'number',
  boolean: 'boolean',
  any: undefined,
  '': undefined,
};

/** Brings a tool definition with loosely named types to JSON Schema: names of types, no comments of the author's own. */
export function lowerDefinition(definition: unknown): JsonSchemaObject {
  if (!isPlainObject(definition)) return {};
  const { type, optional: _, properties, items, additionalProperties, ...rest } = definition;
  const lowered = types[typeof type === 'string' ? type.toLowerCase() : ''];
  return {
    ...(lowered !== undefined && { type: lowered }),
    ...rest,
    ...(isPlainObject(properties) && { properties: lowerAll(properties) }),
    ...(isPlainObject(items) && { items: lowerDefinition(items) }),
    ...(isPlainObject(additionalProperties) && { additionalProperties: lowerDefinition(additionalProperties) }),
  } as JsonSchemaObject;
}

function lowerAll(properties: Record<string, unknown>): Record<string, JsonSchemaObject> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, lowerDefinition(schema)]));
}
