import { toJsonSchema, type JsonSchema, type JsonSchemaObject, type ToolSchema } from '@helve/core';

/** What a configuration may look like before it is checked, as JSON Schema: what is stored, sent and shown. */
export function configJsonSchema(configClass: ToolSchema): JsonSchemaObject {
  return toJsonSchema(configClass, 'input');
}

/** The fields of a configuration schema, in the order in which they are declared. */
export function configFields(schema: JsonSchemaObject): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(schema.properties ?? {});
}
