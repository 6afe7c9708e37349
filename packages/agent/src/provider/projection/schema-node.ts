import { isPlainObject } from '@helve/core';

/** A schema object. */
export type SchemaNode = { readonly [keyword: string]: unknown };

/** A schema, or a boolean in its place. */
export type Schema = boolean | SchemaNode;

/** True for a value that is a schema. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isPlainObject(value);
}

/** The form in which keywords hold schemas. */
const schemaKeywords: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map<string, 'one' | 'list' | 'map'>([
  ...list('one', 'items additionalProperties contains propertyNames not if then else unevaluatedItems'),
  ...list('one', 'unevaluatedProperties contentSchema'),
  ...list('list', 'anyOf oneOf allOf prefixItems'),
  ...list('map', 'properties patternProperties dependentSchemas $defs definitions'),
]);

function list<Kind extends string>(kind: Kind, keywords: string): [string, Kind][] {
  return keywords.split(' ').map((keyword) => [keyword, kind]);
}

/** A schema inside another one, and its location there. */
export interface Child {
  readonly schema: Schema;
  readonly keyword: string;
  /** The name or index, where the keyword holds several. */
  readonly key?: string;
}

/** Returns the schemas one step below a node, in the order in which they are written. */
export function listChildren(node: SchemaNode): Child[] {
  return Object.entries(node).flatMap(([keyword, value]) => {
    const kind = schemaKeywords.get(keyword);
    if (kind === 'one') return isSchema(value) ? [{ schema: value, keyword }] : [];
    if (kind === 'list' ? !Array.isArray(value) : !isPlainObject(value)) return [];
    if (kind === undefined) return [];
    return Object.entries(value as object).flatMap(([key, schema]: [string, unknown]) =>
      isSchema(schema) ? [{ schema, keyword, key }] : [],
    );
  });
}

/** Replaces each schema in the value of a keyword; leaves other values unchanged. */
export function mapSchemas(
  keyword: string,
  value: unknown,
  replace: (schema: Schema, key: string | undefined) => unknown,
): unknown {
  const kind = schemaKeywords.get(keyword);
  const each = (schema: unknown, key?: string) => (isSchema(schema) ? replace(schema, key) : schema);
  if (kind === 'one') return each(value);
  if (kind === 'list' && Array.isArray(value)) return value.map((schema, index) => each(schema, String(index)));
  if (kind === 'map' && isPlainObject(value)) return mapValues(value, (schema, name) => each(schema, name));
  return value;
}

/** Replaces each value of an object; `fromEntries` defines its properties, so no name can touch a prototype. */
export function mapValues<T, U>(
  object: Readonly<Record<string, T>>,
  replace: (value: T, name: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, replace(value, name)]));
}

/** Copies a node without some of its keywords. */
export function omit(node: SchemaNode, ...keywords: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Copies the keywords of a node that pass. */
export function pick(node: SchemaNode, passes: (keyword: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => passes(keyword)));
}

/** Returns the declared properties of a node. */
export function readProperties(node: SchemaNode): Readonly<Record<string, Schema>> {
  return isPlainObject(node['properties']) ? (node['properties'] as Record<string, Schema>) : {};
}

/** Returns the strings in a list. */
export function stringItems(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Returns the schemas in a list. */
export function schemaItems(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}
