import type { Issue } from '../contract/issue.js';
import { isPlainObject } from '../json/is-plain-object.js';
import type { ToolSchema } from '../contract/schema.js';
import type { ToolRecord } from '../contract/tool.js';
import { checkJsonSchema } from '../schema/json-schema/check-json-schema.js';
import { isStandardSchema, toJsonSchema, type SchemaSide } from '../schema/to-json-schema.js';

/** Both schemas: there, sound, able to be advertised; the input one of an object. */
export function checkSchemas(tool: Partial<Record<keyof ToolRecord, unknown>>): Issue[] {
  const input = checkSide(tool.inputSchema, 'input');
  const output = tool.outputSchema === undefined ? [] : checkSide(tool.outputSchema, 'output');
  return [...input, ...output];
}

function checkSide(schema: unknown, side: SchemaSide): Issue[] {
  const pointer = `/${side}Schema`;
  if (!isToolSchema(schema)) {
    return [{ pointer, keyword: 'type', message: 'Expected a Standard Schema or a JSON Schema object' }];
  }
  try {
    const canonical = toJsonSchema(schema, side);
    const issues = checkJsonSchema(canonical).map((issue) => ({ ...issue, pointer: pointer + issue.pointer }));
    if (side === 'output' || issues.length > 0 || canonical.type === 'object') return issues;
    return [{ pointer, keyword: 'type', message: 'Expected the schema of an object: "type" has to be "object"' }];
  } catch (error) {
    return [{ pointer, keyword: 'schema', message: error instanceof Error ? error.message : String(error) }];
  }
}

function isToolSchema(schema: unknown): schema is ToolSchema {
  return isStandardSchema(schema) || isPlainObject(schema);
}
