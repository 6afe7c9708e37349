import { isPlainObject, toJsonSchema, type JsonSchema, type JsonSchemaObject, type ToolSchema } from '@helve/core';

/** Returns the JSON Schema of a configuration before validation, which is stored, sent and shown. */
export function configJsonSchema(configClass: ToolSchema): JsonSchemaObject {
  return isPlainObject(configClass) && Object.keys(configClass).length === 0
    ? noFields
    : toJsonSchema(configClass, 'input');
}

/** An empty schema is that of a capability without configuration. */
const noFields: JsonSchemaObject = Object.freeze({ type: 'object', properties: {} });

/** Returns the fields of a configuration schema, in the order of declaration. */
export function configFields(schema: JsonSchemaObject): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(schema.properties ?? {});
}
