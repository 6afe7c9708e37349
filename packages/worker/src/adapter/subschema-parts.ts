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

/** What can be compared exactly. Two keywords that change the meaning of others are not among them. */
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

/** Keywords that say what their neighbour speaks of: without the one, the other would mean more. */
const neighbours: { readonly [keyword: string]: string } = {
  patternProperties: 'additionalProperties',
  prefixItems: 'items',
};

const allTypes: readonly JsonSchemaType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];
/** So many whole numbers between two bounds are looked at one by one. */
const MAX_NUMBERS = 100;

/** A schema without what says nothing about values. */
export function withoutAnnotations(schema: JsonSchemaObject): JsonSchemaObject {
  const entries = Object.entries(schema).filter(([keyword]) => !annotations.has(keyword) && !keyword.startsWith('x-'));
  return Object.fromEntries(entries);
}

export function isAnything(schema: JsonSchema): boolean {
  return schema === true || (schema !== false && Object.keys(withoutAnnotations(schema)).length === 0);
}

/** A schema without the keywords that cannot be compared, and their names. */
export function decidablePart(schema: JsonSchemaObject): {
  readonly schema: JsonSchemaObject;
  readonly dropped: readonly string[];
} {
  const dropped = Object.keys(schema).filter((keyword) => !decidable.has(keyword));
  if (dropped.length === 0) return { schema, dropped };
  const gone = new Set(dropped.flatMap((keyword) => [keyword, neighbours[keyword] ?? keyword]));
  return { schema: Object.fromEntries(Object.entries(schema).filter(([keyword]) => !gone.has(keyword))), dropped };
}

/** Keywords that mean the same wherever they stand, unless they refer to somewhere else. */
const contextFree = ['format', 'pattern', 'multipleOf', 'uniqueItems', 'propertyNames', 'not', 'allOf', 'oneOf'];

/** Whether both schemas have a keyword with the same value, so that what fits the one fits the other in this. */
export function isSharedKeyword(keyword: string, part: JsonSchemaObject, whole: JsonSchemaObject): boolean {
  if (!contextFree.includes(keyword) || !Object.hasOwn(part, keyword)) return false;
  return isSameText(part[keyword], whole[keyword]);
}

/** Whether two parts of schemas are equal; what refers to somewhere else is not taken for it. */
export function isSameText(one: unknown, other: unknown): boolean {
  const text = canonicalJson(one);
  return text === canonicalJson(other) && !/"\$(?:ref|dynamicRef)":/.test(text);
}

/** The kinds of value that a schema speaks of. */
export function typesOf({ type }: JsonSchemaObject): readonly JsonSchemaType[] {
  if (type === undefined) return allTypes;
  return typeof type === 'string' ? [type] : type;
}

/** All values of a schema, if they can be counted. */
export function finiteValues(schema: JsonSchemaObject): readonly unknown[] | undefined {
  const candidates = candidatesOf(schema);
  if (candidates === undefined) return undefined;
  try {
    const { check } = compileJsonSchema(schema);
    return candidates.filter((value) => check(value).ok);
  } catch {
    // A reference that leads out of this part of the schema, for instance.
    return undefined;
  }
}

function candidatesOf(schema: JsonSchemaObject): readonly unknown[] | undefined {
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
