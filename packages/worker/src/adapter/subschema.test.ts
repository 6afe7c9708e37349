import { compileJsonSchema, type JsonSchema, type JsonSchemaObject } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSubschema } from './subschema.js';

const kinds = (part: JsonSchema, whole: JsonSchema) => [
  ...new Set(checkSubschema(part, whole).map(({ kind }) => kind)),
];
const fits: JsonSchema[][] = [
  [{ type: 'integer' }, { type: 'number' }],
  [
    { type: 'string', minLength: 2 },
    { type: 'string', minLength: 1 },
  ],
  [
    { type: 'integer', exclusiveMinimum: 0 },
    { type: 'number', minimum: 1 },
  ],
  [{ enum: ['a', 1] }, { type: ['string', 'integer'] }],
  [{ const: 5 }, { type: 'integer', multipleOf: 5 }],
  [{ type: 'integer', minimum: 1, maximum: 3 }, { enum: [1, 2, 3] }],
  [{ type: ['boolean', 'null'] }, { enum: [true, false, null] }],
  [{ type: 'string' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: ['string', 'null'] }],
  [
    { type: 'array', items: { type: 'integer' }, maxItems: 3 },
    { type: 'array', items: { type: 'number' } },
  ],
  [
    { type: 'string', format: 'uri', title: 'x' },
    { type: 'string', format: 'uri' },
  ],
  [
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } },
  ],
  [false, { type: 'string' }],
  [{ type: 'string' }, {}],
  [
    { $ref: '#/$defs/a', $defs: { a: {} } },
    { $ref: '#/$defs/a', $defs: { a: {} } },
  ],
];
const differs: JsonSchema[][] = [
  [{ type: 'number' }, { type: 'integer' }],
  [{}, { type: 'string' }],
  [{ type: 'string' }, { enum: ['a'] }],
  [{ type: 'string' }, { anyOf: [{ type: 'number' }, { type: 'null' }] }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }],
  [
    { type: 'number', minimum: 0 },
    { type: 'number', exclusiveMinimum: 0 },
  ],
  [{ enum: ['a', 'b'] }, { enum: ['a'] }],
  [{ type: 'array' }, { type: 'array', items: { type: 'string' } }],
  [{ type: 'object' }, { type: 'object', required: ['a'] }],
  [
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    { type: 'object', properties: {}, additionalProperties: false },
  ],
  [
    { type: 'object', additionalProperties: true },
    { type: 'object', additionalProperties: { type: 'string' } },
  ],
  [{ type: 'string' }, false],
];
const unclear: JsonSchema[][] = [
  [{ type: 'string' }, { type: 'string', pattern: '^a' }],
  [{ type: 'string', pattern: '^a$' }, { enum: ['a'] }],
  [
    { type: 'number' },
    {
      anyOf: [
        { type: 'number', minimum: 0 },
        { type: 'number', maximum: 0 },
      ],
    },
  ],
  [{ type: 'object' }, { type: 'object', additionalProperties: false }],
  [{ type: 'string' }, { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }],
  [
    { type: 'object', patternProperties: { x: {} }, additionalProperties: false },
    { type: 'object', additionalProperties: false },
  ],
];

describe('checkSubschema', () => {
  test.each(fits)('%j is part of %j', (part, whole) => {
    expect(checkSubschema(part ?? true, whole ?? true)).toEqual([]);
  });

  test.each(differs)('%j is not part of %j', (part, whole) => {
    expect(kinds(part ?? true, whole ?? true)).toEqual(['mismatch']);
  });

  test.each(unclear)('whether %j is part of %j is not claimed', (part, whole) => {
    expect(kinds(part ?? true, whole ?? true)).toEqual(['unproven']);
  });

  test('a finding points at its place', () => {
    const part = { type: 'object', properties: { 'a/b': { type: 'array', items: { type: 'string' } } } } as const;
    const whole = { type: 'object', properties: { 'a/b': { type: 'array', items: { type: 'number' } } } } as const;
    expect(checkSubschema(part, whole)).toEqual([
      { kind: 'mismatch', pointer: '/properties/a~1b/items', reason: 'a string is sent but not accepted' },
    ]);
  });

  const scalar: fc.Arbitrary<JsonSchemaObject> = fc.oneof(
    fc.constantFrom<JsonSchemaObject>(
      {},
      { type: 'string' },
      { type: 'boolean' },
      { type: ['integer', 'null'] },
      { type: 'number' },
    ),
    fc.record({
      type: fc.constantFrom('integer' as const, 'number' as const),
      minimum: fc.integer({ min: -2, max: 2 }),
    }),
    fc.record({ type: fc.constant('number' as const), exclusiveMaximum: fc.integer({ min: -2, max: 2 }) }),
    fc.record({ enum: fc.subarray(['a', 1, null, true, 0], { minLength: 1 }) }),
    fc.record({ type: fc.constant('string' as const), maxLength: fc.nat(2), pattern: fc.constantFrom('a', 'b') }),
  );
  const { schema } = fc.letrec<{ schema: JsonSchemaObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2 },
      scalar,
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ type: fc.constant('array' as const), items: tie('schema'), maxItems: fc.nat(2) }),
      fc.record(
        {
          type: fc.constant('object' as const),
          properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')),
          required: fc.subarray(['a', 'b']),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        },
        { requiredKeys: ['type'] },
      ),
    ),
  }));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom('a', 'ab', '', 'b', 0, 1, -1, 2, 0.5, -2, null, true, false),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
    ),
  }));

  test('what is claimed to be part of a schema never holds a value that does not fit it', () => {
    let [claims, runs] = [0, 0];
    fc.assert(
      fc.property(schema, schema, fc.array(value, { minLength: 20, maxLength: 20 }), (part, whole, values) => {
        runs += 1;
        if (checkSubschema(part, whole).length > 0) return;
        claims += 1;
        const [inPart, inWhole] = [compileJsonSchema(part), compileJsonSchema(whole)];
        for (const candidate of values) if (inPart.check(candidate).ok) expect(inWhole.check(candidate).ok).toBe(true);
      }),
      { numRuns: 4_000 },
    );
    expect(claims / runs).toBeGreaterThan(0.05);
  });
});
