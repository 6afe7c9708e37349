import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../contract/schema.js';
import { compileJsonSchema } from './compile-json-schema.js';

const place: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, at: { properties: { lat: {}, lon: {} } } },
};

const shape: JsonSchema = {
  oneOf: [
    { type: 'object', properties: { kind: { const: 'circle' }, r: { type: 'number' } }, required: ['kind', 'r'] },
    { type: 'object', properties: { kind: { const: 'dot' } }, required: ['kind'] },
  ],
};

function reject(schema: JsonSchema, value: unknown): unknown {
  const result = compileJsonSchema(schema, { unknown: 'reject' }).check(value);
  return result.ok ? [] : result.issues.map((issue) => `${issue.pointer} ${issue.keyword}`);
}

function strip(schema: JsonSchema, value: unknown): unknown {
  const before = JSON.stringify(value);
  const result = compileJsonSchema(schema, { unknown: 'strip' }).check(value);
  expect(JSON.stringify(value)).toBe(before);
  return result.ok ? [result.value, result.stripped] : result.issues;
}

describe('unknown: reject', () => {
  test('compileJsonSchema refuses an unknown name with what is allowed and what may have been meant', () => {
    const result = compileJsonSchema(place, { unknown: 'reject' }).check({ citty: 'Bern', at: { lat: 1, long: 2 } });
    expect(result).toEqual({
      ok: false,
      issues: [
        {
          pointer: '/citty',
          keyword: 'additionalProperties',
          message: 'Unknown property "citty"',
          allowed: ['city', 'at'],
          suggestion: 'Did you mean "city"?',
        },
        {
          pointer: '/at/long',
          keyword: 'additionalProperties',
          message: 'Unknown property "long"',
          allowed: ['lat', 'lon'],
          suggestion: 'Did you mean "lon"?',
        },
      ],
    });
  });

  test('compileJsonSchema reports unknown names together with the other issues', () => {
    const schema: JsonSchema = { properties: { city: { type: 'string' } }, required: ['city'] };
    expect(reject(schema, { citty: 1 })).toEqual(['/citty additionalProperties', '/city required']);
  });

  test('compileJsonSchema closes a place over all schemas that meet there', () => {
    const both: JsonSchema = {
      allOf: [{ properties: { a: {} } }, { $ref: '#/$defs/b' }],
      $defs: { b: { properties: { b: {} } } },
    };
    expect(reject(both, { a: 1, b: 1 })).toEqual([]);
    expect(reject(both, { a: 1, c: 1 })).toEqual(['/c additionalProperties']);
    const nested: JsonSchema = {
      allOf: [{ properties: { s: { properties: { a: {} } } } }, { properties: { s: { properties: { b: {} } } } }],
    };
    expect(reject(nested, { s: { a: 1, b: 1 } })).toEqual([]);
    expect(reject(nested, { s: { a: 1, c: 1 } })).toEqual(['/s/c additionalProperties']);
  });

  test('compileJsonSchema leaves a place open when a schema speaks of other names, or of none', () => {
    for (const other of ['additionalProperties', 'unevaluatedProperties', 'patternProperties']) {
      expect(
        reject({ properties: { a: {} }, [other]: other === 'patternProperties' ? { '^x': {} } : {} }, { b: 1 }),
      ).toEqual([]);
    }
    expect(reject({ type: 'object' }, { b: 1 })).toEqual([]);
    expect(reject({ properties: {} }, { b: 1 })).toEqual(['/b additionalProperties']);
  });

  test('compileJsonSchema lets only accepting branches declare names', () => {
    expect(reject(shape, { kind: 'circle', r: 1 })).toEqual([]);
    expect(reject(shape, { kind: 'dot', r: 1 })).toEqual(['/r additionalProperties']);
    const conditional: JsonSchema = {
      properties: { kind: {} },
      if: { properties: { kind: { const: 'a' } } },
      then: { properties: { a: {} } },
      else: { properties: { b: {} } },
      dependentSchemas: { a: { properties: { more: {} } } },
    };
    expect(reject(conditional, { kind: 'a', a: 1, more: 1 })).toEqual([]);
    expect(reject(conditional, { kind: 'b', a: 1 })).toEqual(['/a additionalProperties']);
  });

  test('compileJsonSchema reports only the union when no branch accepts', () => {
    expect(reject(shape, { kind: 'circle', radius: 1, zz: 1 })).toEqual([' oneOf', '/r required']);
  });

  test('compileJsonSchema does not close what stands in a test', () => {
    const schema: JsonSchema = {
      properties: {
        s: { properties: { m: {}, n: {} } },
        l: { items: { properties: { a: {}, b: {} } }, contains: { properties: { a: { const: 1 } } } },
      },
      if: { properties: { s: { properties: { m: { const: 1 } } } } },
      then: { required: ['s'] },
      not: { properties: { s: { properties: { m: { const: 2 } } } } },
    };
    expect(reject(schema, { s: { m: 1, n: 2 }, l: [{ a: 1, b: 2 }] })).toEqual([]);
  });

  test('compileJsonSchema refuses unknown names through items, references and recursion', () => {
    const tree: JsonSchema = { properties: { kids: { items: { $ref: '#' } }, pair: { prefixItems: [{ $ref: '#' }] } } };
    expect(reject(tree, { kids: [{ kids: [{ kid: 1 }] }], pair: [{ p: 1 }, { p: 1 }] })).toEqual([
      '/kids/0/kids/0/kid additionalProperties',
      '/pair/0/p additionalProperties',
    ]);
  });
});

describe('unknown: strip', () => {
  test('compileJsonSchema drops unknown names into a copy and reports where they were', () => {
    const schema: JsonSchema = {
      properties: { a: place, list: { items: { $ref: '#/$defs/p' } } },
      $defs: { p: place },
    };
    expect(strip(schema, { a: { city: 'x', 'q/r': 1 }, list: [{ city: 'y' }, { at: { z: 1 } }], z: 1 })).toEqual([
      { a: { city: 'x' }, list: [{ city: 'y' }, { at: {} }] },
      ['/a/q~1r', '/list/1/at/z', '/z'],
    ]);
  });

  test('compileJsonSchema drops what additionalProperties and unevaluatedProperties refuse', () => {
    expect(strip({ properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 })).toEqual([{ a: 1 }, ['/b']]);
    expect(strip({ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1, b: 2 })).toEqual([
      { a: 1 },
      ['/b'],
    ]);
    expect(strip({ patternProperties: { '^a': {} }, additionalProperties: false }, { ab: 1, b: 2 })).toEqual([
      { ab: 1 },
      ['/b'],
    ]);
    expect(strip({ additionalProperties: { properties: { a: {} } } }, { x: { a: 1, b: 2 } })).toEqual([
      { x: { a: 1 } },
      ['/x/b'],
    ]);
  });

  test('compileJsonSchema drops the least when a union accepts only after dropping', () => {
    const exact: JsonSchema = {
      oneOf: [
        { properties: { a: {} }, required: ['a'], additionalProperties: false },
        { properties: { a: {}, b: {} }, required: ['a', 'b'], additionalProperties: false },
      ],
    };
    expect(strip(exact, { a: 1, b: 2 })).toEqual([{ a: 1, b: 2 }, []]);
    expect(strip(exact, { a: 1, b: 2, c: 3 })).toEqual([{ a: 1, b: 2 }, ['/c']]);
    expect(strip(exact, { a: 1, c: 3 })).toEqual([{ a: 1 }, ['/c']]);
  });

  test('compileJsonSchema strips again when a dropped name moved a condition', () => {
    const schema: JsonSchema = { properties: { a: {} }, if: { required: ['z'] }, then: { properties: { y: {} } } };
    expect(strip(schema, { a: 1, y: 1, z: 1 })).toEqual([{ a: 1 }, ['/z', '/y']]);
  });

  test('compileJsonSchema checks what is left', () => {
    expect(strip({ properties: { a: { type: 'number' } }, minProperties: 1 }, { b: 1 })).toMatchObject([
      { keyword: 'minProperties' },
    ]);
  });

  test('compileJsonSchema drops an unknown __proto__ and keeps a declared one', () => {
    const value: unknown = JSON.parse('{"__proto__":{"x":1},"a":{"q":1}}');
    const result = compileJsonSchema({ properties: { a: { properties: {} } } }, { unknown: 'strip' }).check(value);
    expect(result.ok && JSON.stringify(result.value)).toBe('{"a":{}}');
    const declared: JsonSchema = { properties: { ['__proto__']: { properties: {} } } };
    const kept = compileJsonSchema(declared, { unknown: 'strip' }).check(value);
    expect(kept.ok && JSON.stringify(kept.value)).toBe('{"__proto__":{}}');
  });
});
