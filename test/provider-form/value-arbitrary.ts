import { isPlainObject, type JsonSchemaObject } from '@helve/core';
import fc from 'fast-check';

type Values = fc.Arbitrary<unknown>;

const samples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  ipv4: '192.0.2.1',
};

/** Values that a schema is likely to take: whoever draws one checks it. */
export function valuesFor(root: JsonSchemaObject): Values {
  return valueOf(root, root, 0);
}

function valueOf(schema: unknown, root: JsonSchemaObject, depth: number): Values {
  // Definitions that contain themselves come to an end here; what does not fit is not drawn.
  if (!isPlainObject(schema) || depth > 6) return primitives;
  if (typeof schema['$ref'] === 'string') return valueOf(root.$defs?.[schema['$ref'].slice(8)], root, depth + 1);
  if (Object.hasOwn(schema, 'const')) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const merged = Array.isArray(schema['allOf']) ? (Object.assign({}, ...schema['allOf'], schema) as object) : schema;
  const union = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(union)) return plainValue({ ...merged, allOf: undefined }, root, depth);
  const branches = union.map((branch) => valueOf(combined(schema, branch), root, depth));
  return fc.oneof(...branches);
}

function combined(schema: Record<string, unknown>, branch: unknown): unknown {
  if (!isPlainObject(branch)) return branch;
  const { anyOf: _, oneOf: __, ...rest } = schema;
  const properties = { ...(rest['properties'] as object | undefined), ...(branch['properties'] as object | undefined) };
  return Object.keys(properties).length === 0 ? { ...rest, ...branch } : { ...rest, ...branch, properties };
}

const primitives: Values = fc.constantFrom<unknown>('a', '1', 'abc', 0, 1, 2.5, true, null);

function plainValue(schema: Record<string, unknown>, root: JsonSchemaObject, depth: number): Values {
  const types = [schema['type'] ?? []].flat();
  if (types.length === 0) return primitives;
  return fc.oneof(...types.map((type) => typedValue(typeof type === 'string' ? type : '', schema, root, depth)));
}

function typedValue(type: string, schema: Record<string, unknown>, root: JsonSchemaObject, depth: number): Values {
  switch (type) {
    case 'string': {
      const sample = samples[String(schema['format'])];
      return sample === undefined ? fc.constantFrom('', 'a', 'abc', '1', 'a 1', 'abcabc') : fc.constant(sample);
    }
    case 'integer':
      return fc.integer({ min: -6, max: 10 });
    case 'number':
      return fc.oneof(fc.integer({ min: -6, max: 10 }), fc.constantFrom(0.5, 2.5, -1.5));
    case 'boolean':
      return fc.boolean();
    case 'array':
      return arrayValue(schema, root, depth);
    case 'object':
      return objectValue(schema, root, depth);
    default:
      return fc.constant(null);
  }
}

function arrayValue(schema: Record<string, unknown>, root: JsonSchemaObject, depth: number): Values {
  if (Array.isArray(schema['prefixItems'])) {
    return fc.tuple(...schema['prefixItems'].map((item) => valueOf(item, root, depth + 1)));
  }
  return fc.array(valueOf(schema['items'], root, depth + 1), { maxLength: depth > 4 ? 0 : 3 });
}

function objectValue(schema: Record<string, unknown>, root: JsonSchemaObject, depth: number): Values {
  const properties = isPlainObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const members = properties.map(([name, property]) => {
    const absent = fc.constant<(readonly [string, unknown])[]>([]);
    if (depth > 4 && !required.includes(name)) return absent;
    const present = valueOf(property, root, depth + 1).map((value) => [[name, value] as const]);
    return required.includes(name) ? present : fc.oneof(absent, present);
  });
  const others = isPlainObject(schema['patternProperties'])
    ? fc.oneof(
        fc.constant([]),
        valueOf(Object.values(schema['patternProperties'])[0], root, depth + 1).map((value) => [
          ['p1', value] as const,
        ]),
      )
    : fc.constant([]);
  return fc.tuple(others, ...members).map((entries) => Object.fromEntries(entries.flat()));
}
