import { fromPointerToken, isPlainObject, type JsonSchema, type JsonSchemaObject } from '@helve/core';

/** The schemas of a document, each under a name. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Puts a schema under a name, with its definitions beside it; gives the reference to it. */
  add(name: string, schema: JsonSchema): JsonSchemaObject;
}

/**
 * Collects schemas so that every reader of OpenAPI finds what they refer to: `#/$defs/x` of a schema becomes a component of
 * its own, and no schema has an `$id`, since few readers know that it changes what a reference means. Those that are
 * `fixed` refer to components already.
 */
export function createComponents(fixed: Readonly<Record<string, JsonSchema>> = {}): Components {
  const schemas: Record<string, JsonSchema> = { ...fixed };
  return {
    schemas,
    add(name, schema) {
      for (const [part, own] of toParts(name, schema)) schemas[part] = own;
      return refTo(name);
    },
  };
}

function refTo(name: string): JsonSchemaObject {
  return { $ref: `#/components/schemas/${name}` };
}

function* toParts(name: string, schema: JsonSchema): Generator<readonly [string, JsonSchema]> {
  if (typeof schema === 'boolean') return yield [name, schema ? {} : { not: {} }];
  const { $defs = {}, $id: _, $schema: _too, ...root } = schema;
  const parts = new Map(Object.keys($defs).map((key) => [key, `${name}_${key.replaceAll(/[^\w.-]/g, '_')}`]));
  const placeSchema = createPlacing(name, parts);
  try {
    yield [name, placeSchema(root)];
    for (const [key, part] of parts) yield [part, placeSchema($defs[key] ?? true)];
  } catch (thrown) {
    if (!(thrown instanceof Unplaceable)) throw thrown;
    yield [name, { description: `Too intricate for this description (${thrown.keyword}): see the list of tools.` }];
  }
}

/** A reference that means something else outside of its own document. */
class Unplaceable extends Error {
  readonly keyword: string;

  constructor(keyword: string) {
    super(`Cannot place a schema with ${keyword}`);
    this.keyword = keyword;
  }
}

const oneSchema: ReadonlySet<string> = new Set([
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const listOfSchemas: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const schemasByName: ReadonlySet<string> = new Set(['$defs', 'dependentSchemas', 'patternProperties', 'properties']);
/** They move the place that references begin at. */
const anchors: ReadonlySet<string> = new Set(['$anchor', '$dynamicAnchor', '$dynamicRef', '$id', '$recursiveRef']);

type Place = (schema: JsonSchema) => JsonSchema;

/** Rewrites the references of a schema to where its parts now stand. */
function createPlacing(name: string, parts: ReadonlyMap<string, string>): Place {
  const placeSchema: Place = (schema) => {
    if (!isPlainObject(schema)) return schema;
    const keywords = Object.entries(schema).filter(([key, value]) => !isMisleading(key, value));
    return Object.fromEntries(keywords.map(([key, value]) => [key, placed(key, value)]));
  };
  const placed = (key: string, value: unknown): unknown => {
    if (anchors.has(key)) throw new Unplaceable(key);
    if (key === '$ref') return toReference(String(value), name, parts);
    if (oneSchema.has(key)) return placeSchema(value as JsonSchema);
    if (listOfSchemas.has(key) && Array.isArray(value)) return value.map((item: JsonSchema) => placeSchema(item));
    if (!schemasByName.has(key) || !isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([own, item]) => [own, placeSchema(item as JsonSchema)]));
  };
  return placeSchema;
}

/** Values that readers would take for references, although they are data. */
const data: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

function isMisleading(key: string, value: unknown): boolean {
  return data.has(key) && JSON.stringify(value).includes('"$ref"');
}

function toReference(ref: string, name: string, parts: ReadonlyMap<string, string>): string {
  if (ref !== '#' && !ref.startsWith('#/')) throw new Unplaceable('$ref');
  const [, first, key = '', ...rest] = ref.split('/');
  const part = first === '$defs' ? parts.get(decode(key)) : undefined;
  if (part === undefined) return `#/components/schemas/${name}${ref.slice(1)}`;
  return ['#/components/schemas', part, ...rest].join('/');
}

/** A step of a JSON pointer in a fragment. */
function decode(step: string): string {
  return fromPointerToken(decodeURIComponent(step));
}
