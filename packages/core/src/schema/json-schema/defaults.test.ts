import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../contract/schema.js';
import { compileJsonSchema } from './compile-json-schema.js';

function fill(schema: JsonSchema, value: unknown): unknown {
  const before = JSON.stringify(value);
  const result = compileJsonSchema(schema, { defaults: true }).check(value);
  expect(JSON.stringify(value)).toBe(before);
  return result.ok ? result.value : result.issues;
}

describe('defaults', () => {
  test('compileJsonSchema leaves defaults out unless asked', () => {
    const value = {};
    const result = compileJsonSchema({ properties: { a: { default: 1 } } }).check(value);
    expect(result.ok && result.value).toBe(value);
  });

  test('compileJsonSchema fills defaults in at the root, nested, in items, through $ref and allOf', () => {
    const schema: JsonSchema = {
      properties: {
        a: { default: 1 },
        o: { properties: { n: { $ref: '#/$defs/two' } } },
        list: { items: { allOf: [{ properties: { k: { default: 'k' } } }] } },
        made: { default: {}, properties: { inner: { default: true } } },
        absent: { properties: { never: { default: 1 } } },
      },
      $defs: { two: { default: 2 } },
    };
    expect(fill(schema, { o: {}, list: [{}, { k: 1 }] })).toEqual({
      a: 1,
      o: { n: 2 },
      list: [{ k: 'k' }, { k: 1 }],
      made: { inner: true },
    });
  });

  test('compileJsonSchema checks the value after defaults are in', () => {
    expect(fill({ properties: { a: { default: 1, type: 'number' } }, required: ['a'] }, {})).toEqual({ a: 1 });
    expect(fill({ properties: { a: { default: 'x', type: 'number' } } }, {})).toMatchObject([
      { pointer: '/a', keyword: 'type' },
    ]);
    expect(fill({ properties: { a: { default: 1 } }, required: ['a'] }, { a: undefined })).toEqual({ a: 1 });
  });

  test('compileJsonSchema fills in only the branch that accepts', () => {
    const schema: JsonSchema = {
      anyOf: [
        { properties: { kind: { const: 'a' }, x: { default: 1 } }, required: ['kind', 'x'] },
        { properties: { kind: { const: 'b' }, y: { default: 2 } }, required: ['kind', 'y'] },
      ],
    };
    expect(fill(schema, { kind: 'b' })).toEqual({ kind: 'b', y: 2 });
    expect(fill(schema, { kind: 'c' })).toMatchObject([{ keyword: 'anyOf' }, {}, {}]);
  });

  test('compileJsonSchema copies defaults per call', () => {
    const compiled = compileJsonSchema({ properties: { a: { default: { list: [1] } } } }, { defaults: true });
    const [first, second] = [compiled.check({}), compiled.check({})];
    expect(first).toEqual(second);
    expect(first.ok && second.ok && first.value !== second.value).toBe(true);
    const lists = [first, second].map((result) => (result.ok ? Reflect.get(Object(result.value), 'a') : undefined));
    expect(lists[0]).not.toBe(lists[1]);
  });

  test('compileJsonSchema fills in a default for __proto__ as an own property', () => {
    const schema: JsonSchema = { properties: { ['__proto__']: { default: { polluted: true } } } };
    const result = compileJsonSchema(schema, { defaults: true }).check({});
    expect(result.ok && Object.hasOwn(Object(result.value), '__proto__')).toBe(true);
    expect(result.ok && Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
