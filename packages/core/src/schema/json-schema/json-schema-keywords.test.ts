import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../contract/schema.js';
import { compileJsonSchema } from './compile-json-schema.js';

interface Case {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

const tree: JsonSchema = {
  $id: 'https://example.com/tree',
  $dynamicAnchor: 'node',
  type: 'object',
  properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
};

const cases: readonly Case[] = [
  { name: 'true', schema: true, valid: [1, null], invalid: [] },
  { name: 'false', schema: false, valid: [], invalid: [1, null] },
  { name: 'integer', schema: { type: 'integer' }, valid: [1, 1.0, -0, 1e308], invalid: [1.5, '1', true] },
  { name: 'multipleOf', schema: { multipleOf: 0.1 }, valid: [0.3, 4.35e1, 0, 'x'], invalid: [0.35] },
  { name: 'multipleOf of tiny and huge', schema: { multipleOf: 0.123456789 }, valid: [0.246913578], invalid: [1e308] },
  { name: 'multipleOf of fine steps', schema: { multipleOf: 1e-8 }, valid: [12391239123], invalid: [1e-9] },
  {
    name: 'lengths in code points',
    schema: { minLength: 2, maxLength: 2 },
    valid: ['💩💩', 'ab', 5],
    invalid: ['💩', 'abc'],
  },
  { name: 'unicode pattern', schema: { pattern: '^\\p{L}$' }, valid: ['é', '𝒜', 1], invalid: ['1', 'ab'] },
  {
    name: 'const',
    schema: { const: { a: [1, 2], b: 0 } },
    valid: [{ b: -0, a: [1, 2] }],
    invalid: [{ a: [2, 1], b: 0 }, null],
  },
  {
    name: 'const of null and false',
    schema: { enum: [null, false, [0]] },
    valid: [null, false, [0]],
    invalid: [0, '', [false]],
  },
  {
    name: 'uniqueItems',
    schema: { uniqueItems: true },
    valid: [[1, '1', true, [1], { a: 1 }, { a: '1' }]],
    invalid: [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [0, -0],
      ['x', 'x'],
    ],
  },
  {
    name: 'prefixItems',
    schema: { prefixItems: [{ type: 'string' }], items: false },
    valid: [[], ['a'], {}],
    invalid: [['a', 1], [1]],
  },
  {
    name: 'contains',
    schema: { contains: { type: 'number' }, minContains: 2, maxContains: 3 },
    valid: [[1, 'x', 2]],
    invalid: [[1], [1, 2, 3, 4]],
  },
  { name: 'contains nothing', schema: { contains: false, minContains: 0 }, valid: [[], [1]], invalid: [] },
  {
    name: 'dependentRequired',
    schema: { dependentRequired: { a: ['b'] } },
    valid: [{}, { b: 1 }, { a: 1, b: 1 }],
    invalid: [{ a: 1 }],
  },
  {
    name: 'dependentSchemas',
    schema: { dependentSchemas: { a: { maxProperties: 1 } } },
    valid: [{ b: 1, c: 1 }],
    invalid: [{ a: 1, b: 1 }],
  },
  {
    name: 'if then else',
    schema: { if: { type: 'number' }, then: { minimum: 5 }, else: { type: 'string' } },
    valid: [5, 'x'],
    invalid: [4, null],
  },
  {
    name: 'patternProperties',
    schema: { patternProperties: { '^a': { type: 'number' } }, additionalProperties: false },
    valid: [{ ab: 1 }],
    invalid: [{ ab: 'x' }, { b: 1 }],
  },
  {
    name: 'property count',
    schema: { minProperties: 1, maxProperties: 2 },
    valid: [{ a: 1 }],
    invalid: [{}, { a: 1, b: 1, c: 1 }],
  },
  {
    name: 'escaped pointers',
    schema: { $ref: '#/$defs/a~1b~0c%25%22', $defs: { 'a/b~c%"': { type: 'number' } } },
    valid: [1],
    invalid: ['x'],
  },
  {
    name: 'anchors',
    schema: { $ref: '#here', $defs: { x: { $anchor: 'here', type: 'number' } } },
    valid: [1],
    invalid: ['x'],
  },
  {
    name: 'a reference into a keyword we do not know',
    schema: { $ref: '#/shared/n', shared: { n: { type: 'number' } } },
    valid: [1],
    invalid: ['x'],
  },
  {
    name: 'embedded resources',
    schema: {
      $id: 'https://example.com/a/root',
      $ref: 'item',
      $defs: { i: { $id: 'item', $ref: '#/$defs/n', $defs: { n: { type: 'number' } } } },
    },
    valid: [1],
    invalid: ['x'],
  },
  {
    name: 'urn resources',
    schema: { $ref: 'urn:example:n', $defs: { n: { $id: 'urn:example:n', type: 'number' } } },
    valid: [1],
    invalid: ['x'],
  },
  {
    name: '$ref beside keywords',
    schema: { $ref: '#/$defs/n', maximum: 3, $defs: { n: { type: 'number' } } },
    valid: [1],
    invalid: [4, 'x'],
  },
  {
    name: '$ref in enum is data',
    schema: { enum: [{ $ref: '#/$defs/n' }] },
    valid: [{ $ref: '#/$defs/n' }],
    invalid: [1],
  },
  {
    name: 'recursion',
    schema: { properties: { next: { $ref: '#' } }, additionalProperties: false },
    valid: [{ next: { next: {} } }],
    invalid: [{ next: { nxt: 1 } }],
  },
  {
    name: 'unevaluatedProperties over branches',
    schema: {
      properties: { a: true },
      anyOf: [
        { properties: { b: { const: 1 } }, required: ['b'] },
        { properties: { c: true }, required: ['c'] },
      ],
      unevaluatedProperties: false,
    },
    valid: [{ a: 1, b: 1 }, { b: 1, c: 1 }, { c: 1 }],
    invalid: [
      { b: 2, c: 1 },
      { b: 1, d: 1 },
    ],
  },
  {
    name: 'unevaluatedProperties sees no cousins',
    schema: { allOf: [{ properties: { a: true } }, { unevaluatedProperties: false }] },
    valid: [{}],
    invalid: [{ a: 1 }],
  },
  {
    name: 'unevaluatedProperties after if alone',
    schema: { if: { properties: { a: { const: 1 } }, required: ['a'] }, unevaluatedProperties: false },
    valid: [{ a: 1 }],
    invalid: [{ a: 2 }],
  },
  {
    name: 'unevaluatedItems',
    schema: { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: { type: 'null' } },
    valid: [[1, 'a', null]],
    invalid: [[1, 'a', 2], [1]],
  },
  {
    name: '$dynamicRef in an extended tree',
    schema: {
      $id: 'https://example.com/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: { tree },
    },
    valid: [{ children: [{ data: 1 }] }],
    invalid: [{ children: [{ daat: 1 }] }, { daat: 1 }],
  },
];

describe('the 2020-12 keywords', () => {
  test.each(cases)('compileJsonSchema decides by $name', ({ schema, valid, invalid }) => {
    const compiled = compileJsonSchema(schema);
    for (const value of valid) expect(compiled.check(value), JSON.stringify(value)).toMatchObject({ ok: true });
    for (const value of invalid) expect(compiled.check(value), JSON.stringify(value)).toMatchObject({ ok: false });
  });

  test('compileJsonSchema turns keywords off with a vocabulary', () => {
    const vocab = 'https://json-schema.org/draft/2020-12/vocab/';
    const resources = {
      'https://example.com/meta': { $vocabulary: { [`${vocab}core`]: true, [`${vocab}applicator`]: true } },
    };
    const schema: JsonSchema = { $schema: 'https://example.com/meta', properties: { n: { minimum: 10 }, gone: false } };
    expect(compileJsonSchema(schema, { resources }).check({ n: 1 }).ok).toBe(true);
    expect(compileJsonSchema(schema, { resources }).check({ gone: 1 }).ok).toBe(false);
  });
});
