import type { JsonSchemaObject } from '@helve/core';
import { isConfigKey, type ConfigTable } from './config-key.js';
import { configKeys } from './config-keys.js';

/** The JSON Schema of `helve.config.json`, which editors find beside the package. */
export function configSchema(): JsonSchemaObject {
  const { properties, ...rest } = tableSchema(configKeys);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'helve:schema/config/v1',
    title: 'Helve project file',
    description: 'What a project gives to Helve: tools, rules, places, and what its flows work with.',
    ...rest,
    properties: { $schema: { type: 'string', description: 'Location of this schema, for editors.' }, ...properties },
  };
}

function tableSchema(table: ConfigTable): JsonSchemaObject {
  const properties = Object.entries(table).map(([name, row]): [string, JsonSchemaObject] => {
    if (!isConfigKey(row)) return [name, tableSchema(row)];
    const { schema, docs, type, default: usual } = row;
    return [name, { ...schema, description: `${docs}: ${type}.`, default: usual }];
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}
