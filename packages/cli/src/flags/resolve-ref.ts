import { getAtPointer, type JsonSchema, type JsonSchemaObject } from '@helve/core';

/** The schema that a local reference such as `#/$defs/city` names. */
export function resolveRef(ref: string, root: JsonSchemaObject): JsonSchema | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  const target = getAtPointer(root, decodeURIComponent(ref.slice(1)));
  return isSchema(target) ? target : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
