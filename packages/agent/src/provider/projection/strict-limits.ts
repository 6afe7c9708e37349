import type { StrictLimits } from './dialect.js';
import { listChildren, readProperties, type Schema, type SchemaNode } from './schema-node.js';

interface Size {
  properties: number;
  depth: number;
  enumValues: number;
  nameCharacters: number;
}

/** Describes the first limit of strict forms that a schema exceeds; undefined when it exceeds none. */
export function overLimit(schema: SchemaNode, limits: StrictLimits): string | undefined {
  const size: Size = { properties: 0, depth: 0, enumValues: 0, nameCharacters: 0 };
  measure(schema, 0, size);
  if (size.properties > limits.maxProperties) return `${size.properties} properties, over ${limits.maxProperties}`;
  if (size.depth > limits.maxDepth) return `${size.depth} levels, over ${limits.maxDepth}`;
  if (size.enumValues > limits.maxEnumValues) return `${size.enumValues} enum values, over ${limits.maxEnumValues}`;
  if (size.nameCharacters <= limits.maxNameCharacters) return undefined;
  return `${size.nameCharacters} characters of names and values, over ${limits.maxNameCharacters}`;
}

function measure(schema: Schema, level: number, size: Size): void {
  if (typeof schema !== 'object') return;
  const names = Object.keys(readProperties(schema));
  const values = Array.isArray(schema['enum']) ? schema['enum'] : [];
  const texts = [...names, ...Object.keys(schema['$defs'] ?? {}), ...values, schema['const'] ?? ''];
  size.properties += names.length;
  size.enumValues += values.length;
  size.nameCharacters += texts.reduce<number>((sum, text) => sum + String(text).length, 0);
  const below = Object.hasOwn(schema, 'properties') ? level + 1 : level;
  size.depth = Math.max(size.depth, below);
  for (const { schema: child, keyword } of listChildren(schema)) measure(child, keyword === '$defs' ? 0 : below, size);
}
