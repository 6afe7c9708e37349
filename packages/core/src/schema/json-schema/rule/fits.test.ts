import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonSchema, JsonSchemaObject } from '../../../contract/schema.js';
import { compileJsonSchema } from '../compile-json-schema.js';

/** Says a schema so that it cannot be decided at a glance: the whole check has to run. */
function wholly(schema: JsonSchemaObject): JsonSchema {
  return { ...schema, not: false };
}

const names = fc.constantFrom('a', 'b', 'toString', '__proto__');
const leaf = fc.constantFrom<JsonSchemaObject>(
  {},
  { type: 'number' },
  { type: 'integer', minimum: 0, maximum: 3 },
  { exclusiveMinimum: 0, multipleOf: 0.5 },
  { type: 'string' },
  { type: 'string', minLength: 2, pattern: '^a' },
  { type: ['string', 'null'], maxLength: 1 },
  { type: 'boolean' },
  { type: 'string', enum: ['a', 'b'] },
  { enum: ['a', 1, null, { a: 1 }] },
  { const: [0] },
  { type: 'number', default: 1 },
  { $ref: '#/$defs/shared' },
);
const schemas = fc.letrec<{ any: JsonSchemaObject }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record(
      {
        type: fc.constant('array' as const),
        items: tie('any'),
        prefixItems: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
        uniqueItems: fc.boolean(),
        maxItems: fc.integer({ min: 0, max: 3 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('object' as const),
        properties: fc.dictionary(names, tie('any')),
        required: fc.subarray(['a', 'toString', 'c']),
        additionalProperties: fc.oneof(fc.constant(false), tie('any')),
        patternProperties: fc.constant({ '^b': { type: 'string' } } as const),
        propertyNames: fc.constant({ maxLength: 1 }),
        minProperties: fc.constant(1),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        anyOf: fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
        allOf: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
        properties: fc.dictionary(names, tie('any')),
      },
      { requiredKeys: [] },
    ),
  ),
})).any;
const values = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(0, 1, 2.5, -1, 'a', 'z', 'ab', true, null, undefined, Number.NaN, new Date(0)),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'toString', '__proto__', 'x'), tie('any')),
  ),
})).any;
const $defs = {
  shared: { type: 'object', properties: { a: { type: 'string', default: 'z' }, b: { $ref: '#/$defs/shared' } } },
} as const satisfies Record<string, JsonSchemaObject>;

test.each(['allow', 'reject', 'strip'] as const)(
  'the first glance and the whole check agree, unknown names: %s',
  (unknown) => {
    fc.assert(
      fc.property(schemas, values, fc.boolean(), (schema, value, defaults) => {
        const glance = compileJsonSchema({ ...schema, $defs }, { unknown, defaults });
        const whole = compileJsonSchema(wholly({ ...schema, $defs }), { unknown, defaults }).check(value);
        expect(glance.check(value)).toEqual(whole.ok ? whole : expect.objectContaining({ ok: false }));
        if (glance.fitsPlainly?.(value) === true) expect(whole).toEqual({ ok: true, value, stripped: [] });
      }),
      { numRuns: 5000 },
    );
  },
);
