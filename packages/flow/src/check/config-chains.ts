import { isPlainObject, type JsonSchema, pointerTo } from '@helve/core';
import type { ComponentSchema } from '../contract/component-schema.js';

/** A list of steps inside a config, with its pointer. */
export interface ConfigChain {
  readonly pointer: string;
  readonly steps: unknown;
}

/** Every list of steps in a config: the values whose schema is marked `x-steps`. */
export function configChains(schema: ComponentSchema, config: unknown): ConfigChain[] {
  return find(schema, config, '');
}

function find(schema: JsonSchema | undefined, value: unknown, pointer: string): ConfigChain[] {
  if (!isPlainObject(schema)) return [];
  if (schema['x-steps'] === true) return [{ pointer, steps: value }];
  if (!isPlainObject(value)) return [];
  const { properties, additionalProperties } = schema;
  return Object.entries(value).flatMap(([name, member]) => {
    const declared = properties !== undefined && Object.hasOwn(properties, name);
    return find(declared ? properties[name] : additionalProperties, member, pointerTo(pointer, name));
  });
}
