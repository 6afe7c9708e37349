import {
  canonicalJson,
  compileJsonSchema,
  type JsonSchema,
  type JsonSchemaObject,
  type JsonSchemaType,
} from '@helve/core';

const annotations = new Set(['$schema', '$id', '$comment', '$defs', 'title', 'description', 'default', 'examples']);
const more = ['deprecated', 'readOnly', 'writeOnly', 'contentMediaType', 'contentEncoding'];
for (const keyword of more) annotations.add(keyword);

/** Keywords that can be compared exactly. Keywords that change the meaning of others are not among them. */
const decidable = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);

/** Keywords that limit the scope of another: without the one, the other would apply to more. */
const neighbours: { readonly [keyword: string]: string } = {
  patternProperties: 'additionalProperties',
  prefixItems: 'items',
};

const allTypes: readonly JsonSchemaType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];
/** Maximum number of integers between two bounds that are enumerated. */
const MAX_NUMBERS = 100;

/** Returns a schema without annotations. */
export function withoutAnnotations(schema: JsonSchemaObject): JsonSchemaObject {
  const entries = Object.entries(schema).filter(([keyword]) => !annotations.has(keyword) && !keyword.startsWith('x-'));
  return Object.fromEntries(entries);
}

export function isAnything(schema: JsonSchema): boolean {
  return schema === true || (schema !== false && Object.keys(withoutAnnotations(schema)).length === 0);
}

/** Returns a schema without the keywords that cannot be compared, and their names. */
export function decidablePart(schema: JsonSchemaObject): {
  readonly schema: JsonSchemaObject;
  readonly dropped: readonly string[];
} {
  const dropped = Object.keys(schema).filter((keyword) => !decidable.has(keyword));
  if (dropped.length === 0) return { schema, dropped };
  const gone = new Set(dropped.flatMap((keyword) => [keyword, neighbours[keyword] ?? keyword]));
  return { schema: Object.fromEntries(Object.entries(schema).filter(([keyword]) => !gone.has(keyword))), dropped };
}

/** Keywords whose meaning does not depend on their position, unless they contain references. */
const contextFree = ['format', 'pattern', 'multipleOf', 'uniqueItems', 'propertyNames', 'not', 'allOf', 'oneOf'];

/** True when both schemas have a keyword with an equal value, so that it cannot tell them apart. */
export function isSharedKeyword(keyword: string, subschema: JsonSchemaObject, superschema: JsonSchemaObject): boolean {
  if (!contextFree.includes(keyword) || !Object.hasOwn(subschema, keyword)) return false;
  return isSameText(subschema[keyword], superschema[keyword]);
}

/** True when two parts of schemas are equal and contain no references. */
export function isSameText(one: unknown, other: unknown): boolean {
  const text = canonicalJson(one);
  return text === canonicalJson(other) && !/"\$(?:ref|dynamicRef)":/.test(text);
}

/** Returns the types that a schema allows. */
export function listTypes({ type }: JsonSchemaObject): readonly JsonSchemaType[] {
  if (type === undefined) return allTypes;
  return typeof type === 'string' ? [type] : type;
}

/** Returns all values of a schema when it is finite. */
export function finiteValues(schema: JsonSchemaObject): readonly unknown[] | undefined {
  const candidates = findCandidates(schema);
  if (candidates === undefined) return undefined;
  try {
    const { check } = compileJsonSchema(schema);
    return candidates.filter((value) => check(value).ok);
  } catch {
    // For example a reference that leads out of this part of the schema.
    return undefined;
  }
}

function findCandidates(schema: JsonSchemaObject): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  if (schema.enum !== undefined) return schema.enum;
  if (schema.type === 'null') return [null];
  if (schema.type === 'boolean') return [true, false];
  return schema.type === 'integer' ? wholeNumbers(schema) : undefined;
}

function wholeNumbers(schema: JsonSchemaObject): readonly number[] | undefined {
  const [least, most] = [schema['minimum'], schema['maximum']];
  if (typeof least !== 'number' || typeof most !== 'number') return undefined;
  const first = Math.ceil(least);
  const count = Math.floor(most) - first + 1;
  return count > MAX_NUMBERS ? undefined : Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
}
