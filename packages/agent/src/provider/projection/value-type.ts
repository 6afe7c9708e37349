import type { SchemaNode } from './schema-node.js';
import { stringItems } from './schema-node.js';

/** All types, in the order in which lists name them. */
const allTypes: readonly string[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

const keywordsOfType: Readonly<Record<string, string>> = {
  string: 'minLength maxLength pattern format contentEncoding contentMediaType contentSchema',
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
  array: 'items prefixItems minItems maxItems uniqueItems contains minContains maxContains unevaluatedItems',
  object: `properties required additionalProperties patternProperties propertyNames minProperties maxProperties
    dependentRequired dependentSchemas unevaluatedProperties`,
};

const typeOfKeyword: ReadonlyMap<string, string> = new Map(
  Object.entries(keywordsOfType).flatMap(([type, keywords]) =>
    keywords.split(/\s+/).map((keyword) => [keyword, type] as const),
  ),
);

/** True when a keyword concerns values of a type. */
export function concerns(keyword: string, type: string): boolean {
  const only = typeOfKeyword.get(keyword);
  return only === undefined || only === (type === 'integer' ? 'number' : type);
}

/** Returns the one type that a keyword is about; undefined for those about any value. */
export function typeConcerned(keyword: string): string | undefined {
  return typeOfKeyword.get(keyword);
}

/** Returns the types that a node names; undefined when it names none. */
export function declaredTypes(node: SchemaNode): readonly string[] | undefined {
  const { type } = node;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? simplified(stringItems(type)) : undefined;
}

/** Returns the type of a JSON value. */
export function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Returns the types that values of a node can have, by its own keywords; undefined when that may be any. */
export function possibleTypes(node: SchemaNode): readonly string[] | undefined {
  const literals = readLiterals(node);
  return literals === undefined ? declaredTypes(node) : [...new Set(literals.map(typeOfValue))];
}

/** Returns the values that a node lists by `const` or `enum`. */
export function readLiterals(node: SchemaNode): readonly unknown[] | undefined {
  if (Object.hasOwn(node, 'const')) return [node['const']];
  return Array.isArray(node['enum']) ? node['enum'] : undefined;
}

/** Returns the types in both lists; an integer is a number too. */
export function commonTypes(a: readonly string[], b: readonly string[]): string[] {
  const both = allTypes.filter((type) => includesType(a, type) && includesType(b, type));
  return simplified(both);
}

export function includesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** Removes doubles, and `integer` where any number is allowed. */
function simplified(types: readonly string[]): string[] {
  return [...new Set(types)].filter((type) => type !== 'integer' || !types.includes('number'));
}

/** Writes one type as itself, several as a list. */
export function typeKeyword(types: readonly string[]): string | readonly string[] {
  return types.length === 1 ? String(types[0]) : types;
}

export function isPrimitive(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}
