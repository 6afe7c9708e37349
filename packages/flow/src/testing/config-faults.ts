import type { Json, JsonObject, JsonSchemaObject } from '@helve/core';
import type { ComponentSchema } from '../contract/component-schema.js';

/** A config with one fault, and the message that is expected. */
export interface ConfigFault {
  readonly raw: JsonObject;
  readonly pointer: string;
  readonly message: string;
}

interface BadValue {
  readonly value: Json;
  readonly message: string;
}

const wrongValues: Readonly<Record<string, readonly [value: Json, described: string]>> = {
  string: [7, 'number 7'],
  integer: ['seven', 'string "seven"'],
  number: ['seven', 'string "seven"'],
  boolean: ['yes', 'string "yes"'],
  array: [{}, 'object {}'],
  object: [[], 'array []'],
};

/** For every parameter: a value too small, one too large, one of a wrong type, and a misspelt name. */
export function configFaults(schema: ComponentSchema, base: JsonObject): ConfigFault[] {
  return Object.entries(schema.properties).flatMap(([name, property]) => [
    ...badValues(property).map(({ value, message }) => ({
      raw: { ...base, [name]: value },
      pointer: `/${name}`,
      message,
    })),
    { raw: { ...base, [`${name}_x`]: 1 }, pointer: `/${name}_x`, message: `Unknown property "${name}_x"` },
  ]);
}

function badValues({ type, minimum, maximum }: JsonSchemaObject): BadValue[] {
  const [value, described] = (typeof type === 'string' ? wrongValues[type] : undefined) ?? [];
  const number = (limit: unknown, by: number, words: string): BadValue[] =>
    typeof limit === 'number'
      ? [{ value: limit + by, message: `Expected a number of ${words} ${limit}, got ${limit + by}` }]
      : [];
  return [
    ...(value === undefined ? [] : [{ value, message: `Expected ${String(type)}, got ${String(described)}` }]),
    ...number(minimum, -1, 'at least'),
    ...number(maximum, 1, 'at most'),
  ];
}
