import { frozenCopy } from '../json/deep-freeze.js';
import { isPlainObject } from '../json/is-plain-object.js';
import type {
  JsonSchema,
  JsonSchemaObject,
  StandardProps,
  StandardToolSchema,
  ToolSchema,
} from '../contract/schema.js';
import { coreErrors } from '../errors/core-errors.js';

/** The direction of a value through a schema: into the tool or out of it. */
export type SchemaSide = 'input' | 'output';

const derived = { input: new WeakMap<object, JsonSchemaObject>(), output: new WeakMap<object, JsonSchemaObject>() };

/** The canonical JSON Schema of what the author wrote: derived once, deep-frozen, never emptied. */
export function toJsonSchema(schema: ToolSchema, side: SchemaSide): JsonSchemaObject {
  const known = derived[side].get(schema);
  if (known !== undefined) return known;
  const canonical = isStandardSchema(schema) ? fromStandard(standardOf(schema), side) : frozenCopy(schema);
  assertSaysSomething(canonical, side);
  derived[side].set(schema, canonical);
  return canonical;
}

export function isStandardSchema(schema: unknown): schema is StandardToolSchema {
  // arktype's schemas are functions.
  const carrier = (typeof schema === 'object' && schema !== null) || typeof schema === 'function';
  return carrier && '~standard' in schema && typeof schema['~standard'] === 'object' && schema['~standard'] !== null;
}

/** Reads the properties of a Standard Schema; the specification fixes their shape. */
export function standardOf(schema: StandardToolSchema): StandardProps {
  return schema['~standard'] as StandardProps;
}

function fromStandard({ vendor, jsonSchema }: StandardProps, side: SchemaSide): JsonSchemaObject {
  if (jsonSchema === undefined) {
    const problem = `"${vendor}" gives no JSON Schema for it`;
    const suggestion = `Wrap it with the Standard JSON Schema converter of ${vendor}`;
    throw coreErrors.create('CALL_SCHEMA_UNREPRESENTABLE', { side, problem }, { details: { suggestion } });
  }
  const { $schema: _, ...canonical } = convert(() => jsonSchema[side]({ target: 'draft-2020-12' }), side);
  return frozenCopy(isUnionOfObjects(canonical) ? { type: 'object', ...canonical } : canonical);
}

function convert(derive: () => Record<string, unknown>, side: SchemaSide): JsonSchemaObject {
  try {
    return derive();
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw coreErrors.create('CALL_SCHEMA_UNREPRESENTABLE', { side, problem }, { cause });
  }
}

function assertSaysSomething(schema: JsonSchemaObject, side: SchemaSide): void {
  if (!isPlainObject(schema)) {
    throw coreErrors.create('CALL_SCHEMA_INVALID', { side, problem: 'it is neither a schema nor an object' });
  }
  if (Object.keys(schema).some((keyword) => !annotations.has(keyword))) return;
  const problem = 'it would advertise nothing, so that every value fits';
  throw coreErrors.create('CALL_SCHEMA_UNREPRESENTABLE', { side, problem });
}

const annotations = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
]);

/** True when every branch of a root union is an object, so that the root may say so too: clients expect it there. */
function isUnionOfObjects(schema: JsonSchemaObject): boolean {
  if (schema.type !== undefined) return false;
  const branches = schema.anyOf ?? schema.oneOf;
  return branches !== undefined && branches.every((branch) => isObjectSchema(branch, schema.$defs ?? {}));
}

function isObjectSchema(schema: JsonSchema, definitions: { readonly [name: string]: JsonSchema }): boolean {
  if (typeof schema === 'boolean') return false;
  const target = schema.$ref?.match(/^#\/\$defs\/([^/~%]+)$/)?.[1];
  const resolved = target === undefined ? schema : definitions[target];
  return typeof resolved === 'object' && (resolved.type === 'object' || isUnionOfObjects(resolved));
}
