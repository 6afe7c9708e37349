import { frozenCopy } from '../json/deep-freeze.js';
import { isPlainObject } from '../json/is-plain-object.js';
import type { JsonSchemaObject } from '../contract/schema.js';
import type { ShortParameters, ToolDefinition } from './tool-definition.js';

// Beside the definition, which stays as its author wrote it.
const normalised = new WeakMap<ToolDefinition, JsonSchemaObject>();

/** The full JSON Schema of a definition's parameters, whichever form they were written in; the short form is closed. */
export function normaliseParameters(
  definition: ToolDefinition,
  parameters: JsonSchemaObject | ShortParameters,
): JsonSchemaObject {
  const known = normalised.get(definition);
  if (known !== undefined) return known;
  const schema = frozenCopy(isShortForm(parameters) ? toLongForm(parameters) : parameters);
  normalised.set(definition, schema);
  return schema;
}

function isShortForm(parameters: JsonSchemaObject | ShortParameters): parameters is ShortParameters {
  const { type, properties, $ref, anyOf, oneOf, allOf } = parameters;
  const combines = typeof $ref === 'string' || [anyOf, oneOf, allOf].some(Array.isArray);
  return typeof type !== 'string' && !isPlainObject(properties) && !combines;
}

function toLongForm({ required, ...parameters }: ShortParameters): JsonSchemaObject {
  const properties = Object.entries(parameters).filter((entry): entry is [string, JsonSchemaObject] =>
    isPlainObject(entry[1]),
  );
  // Defined by `fromEntries`, so that no name can touch a prototype.
  const all = isPlainObject(required) ? [...properties, ['required', required] as const] : properties;
  return {
    type: 'object',
    properties: Object.fromEntries(all),
    ...(isNames(required) ? { required } : {}),
    additionalProperties: false,
  };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}
