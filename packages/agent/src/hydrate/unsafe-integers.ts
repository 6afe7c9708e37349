import {
  compileJsonSchema,
  isPlainObject,
  toJsonSchema,
  type CompiledSchema,
  type Issue,
  type ToolRecord,
} from '@helve/core';

interface IntegerChecks {
  readonly plain: CompiledSchema;
  readonly safe: CompiledSchema;
}

const checks = new WeakMap<ToolRecord, IntegerChecks>();
const noIssues: readonly Issue[] = Object.freeze([]);

/** Finds integers, by the schema, that are too large to be told apart from their neighbours. */
export function findUnsafeIntegers(record: ToolRecord, value: unknown): readonly Issue[] {
  const { plain, safe } = checks.get(record) ?? compile(record);
  if (!plain.check(value).ok) return noIssues;
  const verdict = safe.check(value);
  return verdict.ok ? noIssues : verdict.issues;
}

function compile(record: ToolRecord): IntegerChecks {
  const schema = toJsonSchema(record.inputSchema, 'input');
  const made = { plain: compileJsonSchema(schema), safe: compileJsonSchema(bounded(schema) as typeof schema) };
  checks.set(record, made);
  return made;
}

/** Keywords whose value is data, not a schema. */
const data = new Set(['enum', 'const', 'default', 'examples', 'required', 'dependentRequired']);
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** Returns the schema with every integer type limited to the safe range. */
function bounded(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bounded);
  if (!isPlainObject(schema)) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, boundedUnder(keyword, value)]),
  );
  if (!saysInteger(schema['type'])) return copy;
  const { minimum = -Infinity, maximum = Infinity } = schema as { minimum?: number; maximum?: number };
  return {
    ...copy,
    minimum: Math.max(minimum, Number.MIN_SAFE_INTEGER),
    maximum: Math.min(maximum, Number.MAX_SAFE_INTEGER),
  };
}

function boundedUnder(keyword: string, value: unknown): unknown {
  if (data.has(keyword)) return value;
  if (!maps.has(keyword) || !isPlainObject(value)) return bounded(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, bounded(schema)]));
}

function saysInteger(type: unknown): boolean {
  return type === 'integer' || (Array.isArray(type) && type.includes('integer') && !type.includes('number'));
}
