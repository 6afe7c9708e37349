import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../contract/schema.js';
import { checkJsonSchema } from './check-json-schema.js';
import { compileJsonSchema } from './compile-json-schema.js';

const list: JsonSchema = { type: 'object', properties: { next: { $ref: '#' } } };

function nest(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

describe('hostile schemas and values', () => {
  test('compileJsonSchema refuses a reference that goes round without stepping into the value', () => {
    const endless: JsonSchema[] = [
      { $ref: '#' },
      { allOf: [{ $ref: '#' }] },
      {
        items: { $ref: '#/$defs/a' },
        $defs: { a: { not: { $ref: '#/$defs/b' } }, b: { anyOf: [{ $ref: '#/$defs/a' }] } },
      },
    ];
    for (const schema of endless) expect(() => compileJsonSchema(schema)).toThrow('refers to itself');
  });

  test('compileJsonSchema ends a $dynamicRef that goes round', () => {
    const schema: JsonSchema = { $dynamicAnchor: 'a', anyOf: [{ $dynamicRef: '#a' }, { $dynamicRef: '#a' }] };
    expect(compileJsonSchema(schema).check(1)).toMatchObject({ ok: false, issues: [{ keyword: 'depth' }] });
  });

  test.each(['allow', 'reject', 'strip'] as const)(
    'compileJsonSchema gives deep and cyclic values a depth issue (%s)',
    (unknown) => {
      const compiled = compileJsonSchema(list, { unknown, defaults: true });
      expect(compiled.check(nest(900, (next) => ({ next }))).ok).toBe(true);
      const cyclic: Record<string, unknown> = {};
      cyclic['next'] = cyclic;
      for (const value of [nest(10_000, (next) => ({ next })), nest(200_000, (next) => ({ next })), cyclic]) {
        expect(compiled.check(value)).toMatchObject({ ok: false, issues: [{ pointer: '', keyword: 'depth' }] });
      }
      expect(compiled.check({ next: {} }).ok).toBe(true);
    },
  );

  test('compileJsonSchema survives deep and cyclic values where it compares or quotes them', () => {
    const deep = nest(200_000, (inner) => [inner]);
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    for (const value of [deep, cyclic]) {
      expect(compileJsonSchema({ uniqueItems: true }).check([value, 1]).ok).toBe(false);
      expect(compileJsonSchema({ enum: [1, [[1]]] }).check(value).ok).toBe(false);
      expect(compileJsonSchema({ type: 'string' }).check(value)).toMatchObject({
        ok: false,
        issues: [{ keyword: 'type' }],
      });
    }
  });

  test('compileJsonSchema ends the work of a schema that doubles', () => {
    const defs: Record<string, JsonSchema> = { a40: { type: 'null' } };
    for (let at = 0; at < 40; at++)
      defs[`a${at}`] = { anyOf: [{ $ref: `#/$defs/a${at + 1}` }, { $ref: `#/$defs/a${at + 1}` }] };
    expect(compileJsonSchema({ $ref: '#/$defs/a0', $defs: defs }).check(1)).toMatchObject({
      ok: false,
      issues: [{ keyword: 'time' }],
    });
  });

  test('checkJsonSchema answers for schemas nested or chained beyond reason', () => {
    expect(checkJsonSchema(nest(20_000, (not) => ({ not })))).toMatchObject([{ keyword: 'depth' }]);
    expect(checkJsonSchema({ default: nest(200_000, (inner) => [inner]) })).toMatchObject([{ keyword: 'depth' }]);
    const chain: Record<string, JsonSchema> = { a5000: true };
    for (let at = 0; at < 5000; at++) chain[`a${at}`] = { $ref: `#/$defs/a${at + 1}` };
    expect(checkJsonSchema({ $ref: '#/$defs/a0', $defs: chain })).toHaveLength(1);
    const cyclic: Record<string, unknown> = {};
    cyclic['items'] = cyclic;
    expect(checkJsonSchema(cyclic)).toEqual([]);
  });

  test('compileJsonSchema finds duplicates and unknown names of large values in linear time', () => {
    const items = Array.from({ length: 50_000 }, (_, id) => ({ id, name: `n${id}` }));
    expect(compileJsonSchema({ uniqueItems: true }).check(items).ok).toBe(true);
    const wide = Object.fromEntries(items.map(({ name }) => [name, 1]));
    expect(compileJsonSchema({ properties: { a: {} } }, { unknown: 'reject' }).check(wide)).toMatchObject({
      ok: false,
    });
    const stripped = compileJsonSchema({ properties: { a: {} } }, { unknown: 'strip' }).check(wide);
    expect(stripped).toMatchObject({ ok: true, value: {} });
  });
});
