import type { JsonSchema, JsonSchemaObject } from '@helve/core';

/** The schema that a local reference such as `#/$defs/city` names. */
export function resolveRef(ref: string, root: JsonSchemaObject): JsonSchema | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let place: unknown = root;
  for (const token of fromPointer(decodeURIComponent(ref.slice(1)))) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, token)) return undefined;
    place = Reflect.get(place, token);
  }
  return isSchema(place) ? place : undefined;
}

/** The tokens of a JSON pointer. */
export function fromPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
