import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../contract/schema.js';
import { compileJsonSchema } from './compile-json-schema.js';

/** The same schema said so that the quick way cannot read it: the whole check decides. */
function slowly(schema: JsonSchema): JsonSchema {
  return { allOf: [schema] };
}

const leaf = fc.constantFrom<JsonSchema>(
  { type: 'number' },
  { type: 'integer', minimum: 0, maximum: 3 },
  { type: 'string' },
  { type: 'boolean' },
  { type: 'string', enum: ['a', 'b'] },
  { type: 'number', default: 1 },
);
const schemas = fc.letrec<{ any: JsonSchema }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ type: fc.constant('array' as const), items: tie('any'), maxItems: fc.integer({ min: 0, max: 3 }) }),
    fc.record(
      {
        type: fc.constant('object' as const),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'toString', '__proto__'), tie('any')),
        required: fc.subarray(['a', 'toString', 'c']),
        additionalProperties: fc.constant(false),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
  ),
})).any;
const values = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(0, 1, 2.5, -1, 'a', 'z', true, null, undefined, Number.NaN, new Date(0)),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'toString', '__proto__', 'x'), tie('any')),
  ),
})).any;

test.each(['allow', 'reject', 'strip'] as const)(
  'the quick way and the whole check agree, unknown names: %s',
  (unknown) => {
    fc.assert(
      fc.property(schemas, values, fc.boolean(), (schema, value, defaults) => {
        const quick = compileJsonSchema(schema, { unknown, defaults }).check(value);
        const slow = compileJsonSchema(slowly(schema), { unknown, defaults }).check(value);
        expect(quick.ok).toBe(slow.ok);
        if (quick.ok && slow.ok) expect(quick).toEqual(slow);
      }),
      { numRuns: 3000 },
    );
  },
);
