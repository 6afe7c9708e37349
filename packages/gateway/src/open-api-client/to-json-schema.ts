import { isPlainObject, type JsonObject, type JsonSchemaObject } from '@helve/core';

type Schema = Readonly<Record<string, unknown>>;

const componentPrefix = '#/components/schemas/';

/** Words of OpenAPI that say nothing about which values are valid. */
const withoutMeaning: ReadonlySet<string> = new Set(['discriminator', 'xml', 'externalDocs', 'example', 'nullable']);

/** Formats that are widths of numbers and kinds of bytes, which JSON Schema does not know. */
const openFormats: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double', 'byte', 'binary', 'password']);

/** Keywords whose value is data, not a schema. */
const dataKeywords: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required']);

/** Keywords whose value is a table of schemas by name. */
const tables: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** Makes JSON Schema 2020-12 of a schema of OpenAPI 3.0 or 3.1, with the components that it reaches under `$defs`. */
export function toJsonSchema(schema: Schema, components: JsonObject): JsonSchemaObject {
  const reached = new Map<string, Schema>();
  const waiting: string[] = [];
  const reach = (name: string) => {
    if (reached.has(name)) return;
    reached.set(name, {});
    waiting.push(name);
  };
  const root = convert(schema, reach);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const component = components[name];
    reached.set(name, isPlainObject(component) ? convert(component, reach) : {});
  }
  if (reached.size === 0) return root;
  const defs = Object.fromEntries([...reached].map(([name, made]) => [toDefName(name), made]));
  return { ...root, $defs: defs };
}

function convert(schema: Schema, reach: (name: string) => void): Schema {
  const made: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (withoutMeaning.has(key) || key.startsWith('x-')) continue;
    if (key === 'format' && openFormats.has(String(value))) continue;
    if (key === '$ref' && typeof value === 'string' && value.startsWith(componentPrefix)) {
      const name = value.slice(componentPrefix.length);
      reach(name);
      made[key] = `#/$defs/${toDefName(name)}`;
    } else made[key] = dataKeywords.has(key) ? value : convertValue(key, value, reach);
  }
  return withNull(schema, withBounds(made));
}

function convertValue(key: string, value: unknown, reach: (name: string) => void): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => (isPlainObject(item) ? convert(item, reach) : item));
  if (!isPlainObject(value)) return value;
  if (!tables.has(key)) return convert(value, reach);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isPlainObject(member) ? convert(member, reach) : member]),
  );
}

/** OpenAPI 3.0 says of a bound that it is exclusive; JSON Schema has a bound of its own for that. */
function withBounds(schema: Schema): Schema {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  return {
    ...rest,
    ...toBound('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...toBound('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  };
}

function toBound(name: string, exclusiveName: string, bound: unknown, exclusive: unknown): Schema {
  if (exclusive === true && bound !== undefined) return { [exclusiveName]: bound };
  return {
    ...(bound === undefined ? {} : { [name]: bound }),
    ...(typeof exclusive === 'number' ? { [exclusiveName]: exclusive } : {}),
  };
}

/** OpenAPI 3.0 writes `nullable` beside a type. */
function withNull({ nullable }: Schema, schema: Schema): Schema {
  if (nullable !== true) return schema;
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

function toDefName(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '_');
}
