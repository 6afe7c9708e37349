import { describe, expect, test } from 'vitest';
import type { Issue } from '../../contract/issue.js';
import type { JsonSchema } from '../../contract/schema.js';
import { compileJsonSchema, JsonSchemaError, type CompileOptions } from './compile-json-schema.js';

function issuesOf(schema: JsonSchema, value: unknown, options?: CompileOptions): readonly Issue[] {
  const result = compileJsonSchema(schema, options).check(value);
  return result.ok ? [] : result.issues;
}

const weather: JsonSchema = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2 },
    days: { type: 'integer', minimum: 1, maximum: 14 },
    units: { enum: ['metric', 'imperial'] },
    'a/b~c': { type: 'array', items: { type: 'number' } },
  },
  required: ['city', 'days'],
};

describe('compileJsonSchema', () => {
  test('compileJsonSchema returns the same value and one shared empty list when nothing changes', () => {
    const compiled = compileJsonSchema(weather, { unknown: 'strip', defaults: true });
    const value = { city: 'Bern', days: 3 };
    const first = compiled.check(value);
    const second = compiled.check(value);
    expect(first).toEqual({ ok: true, value, stripped: [] });
    expect(first.ok && first.value).toBe(value);
    expect(first.ok && second.ok && first.stripped === second.stripped && Object.isFrozen(first.stripped)).toBe(true);
  });

  test('compileJsonSchema reports all issues with pointers', () => {
    const issues = issuesOf(weather, { city: 'B', units: 'metrik', 'a/b~c': [1, '2', null] });
    expect(issues.map((issue) => [issue.pointer, issue.keyword])).toEqual([
      ['/city', 'minLength'],
      ['/units', 'enum'],
      ['/a~1b~0c/1', 'type'],
      ['/a~1b~0c/2', 'type'],
      ['/days', 'required'],
    ]);
  });

  test('compileJsonSchema says what was wrong, what is allowed and what may have been meant', () => {
    expect(issuesOf({ type: 'number' }, '4')).toEqual([
      { pointer: '', keyword: 'type', message: 'Expected number, got string "4"', expected: 'number' },
    ]);
    expect(issuesOf({ type: ['string', 'null'] }, 4)).toEqual([
      { pointer: '', keyword: 'type', message: 'Expected string or null, got number 4', expected: ['string', 'null'] },
    ]);
    expect(issuesOf(weather, { city: 'Bern', days: 15, units: 'metrik' })).toEqual([
      { pointer: '/days', keyword: 'maximum', message: 'Expected a number of at most 14, got 15', expected: 14 },
      {
        pointer: '/units',
        keyword: 'enum',
        message: 'Expected one of "metric", "imperial", got "metrik"',
        allowed: ['metric', 'imperial'],
        suggestion: 'Did you mean "metric"?',
      },
    ]);
    expect(issuesOf({ const: { a: 1 } }, 2)).toEqual([
      { pointer: '', keyword: 'const', message: 'Expected {"a":1}, got 2', expected: { a: 1 }, allowed: [{ a: 1 }] },
    ]);
    expect(issuesOf({ format: 'date' }, 'soon')[0]?.message).toBe(
      'Expected the format date, such as "2026-01-31", got "soon"',
    );
  });

  test('compileJsonSchema cuts long values in messages', () => {
    const message = issuesOf({ type: 'number' }, 'x'.repeat(1000))[0]?.message ?? '';
    expect(message.length).toBeLessThan(100);
    expect(message).toContain('…');
  });

  test('compileJsonSchema reports a failed union once, with the issues of its closest branch', () => {
    const shape: JsonSchema = {
      oneOf: [
        { type: 'null' },
        { type: 'object', properties: { kind: { const: 'circle' }, r: { type: 'number' } }, required: ['kind', 'r'] },
        { type: 'object', properties: { kind: { const: 'dot' } }, required: ['kind'] },
      ],
    };
    const found = issuesOf({ items: shape }, [{ kind: 'circle', r: 'x', q: 1 }]);
    expect(found.map((issue) => [issue.pointer, issue.keyword])).toEqual([
      ['/0', 'oneOf'],
      ['/0/r', 'type'],
    ]);
    expect(found[0]?.message).toContain('none of 3 alternatives, closest is number 2');
    expect(issuesOf({ oneOf: [{ minimum: 1 }, { maximum: 5 }] }, 3)[0]?.message).toContain('but 2 do');
  });

  test('compileJsonSchema explains a refused property name', () => {
    expect(issuesOf({ propertyNames: { maxLength: 2 } }, { abc: 1 })).toMatchObject([
      { pointer: '/abc', keyword: 'propertyNames', message: expect.stringContaining('at most 2 characters') },
    ]);
  });

  test('compileJsonSchema stops at 100 issues', () => {
    const items = Array.from({ length: 100_000 }, () => 'x');
    expect(issuesOf({ items: { type: 'number' } }, items)).toHaveLength(100);
  });

  test('compileJsonSchema gives non-JSON values no type', () => {
    const any = { type: ['null', 'boolean', 'number', 'string', 'array', 'object'] } as const;
    for (const value of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      5n,
      () => 1,
      Symbol('s'),
      new Date(0),
      new Map(),
      undefined,
    ]) {
      expect(issuesOf(any, value), typeof value).toHaveLength(1);
    }
    expect(issuesOf(any, Object.create(null))).toEqual([]);
  });

  test('compileJsonSchema counts an undefined property as absent', () => {
    expect(issuesOf(weather, { city: 'Bern', days: undefined }).map((issue) => issue.pointer)).toEqual(['/days']);
    expect(issuesOf({ maxProperties: 0, additionalProperties: false }, { a: undefined })).toEqual([]);
    expect(issuesOf({ properties: { a: {} } }, { b: undefined }, { unknown: 'reject' })).toEqual([]);
  });

  test('compileJsonSchema takes names of Object.prototype as data', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'number' }]));
    const schema: JsonSchema = { properties: { ...properties, ['__proto__']: { type: 'number' } }, required: names };
    expect(issuesOf(schema, {}).map((issue) => issue.pointer)).toEqual(names.map((name) => `/${name}`));
    const value: unknown = JSON.parse('{"__proto__":1,"constructor":2,"toString":3,"hasOwnProperty":"x"}');
    expect(issuesOf(schema, value).map((issue) => issue.pointer)).toEqual(['/hasOwnProperty']);
  });

  test('compileJsonSchema asserts formats unless told not to', () => {
    expect(issuesOf({ format: 'ipv4' }, '1.2.3')).toHaveLength(1);
    expect(issuesOf({ format: 'ipv4' }, '1.2.3', { formats: false })).toEqual([]);
    expect(issuesOf({ format: 'unheard-of' }, '1.2.3')).toEqual([]);
  });

  test('compileJsonSchema throws a JsonSchemaError with a pointer for a broken schema', () => {
    const broken: [JsonSchema, string, string][] = [
      [{ properties: { 'a/b': { pattern: '(' } } }, '/properties/a~1b/pattern', 'pattern'],
      [{ patternProperties: { '[': {} } }, '/patternProperties/[', 'patternProperties'],
      [{ items: { $ref: '#/$defs/none' } }, '/items/$ref', '$ref'],
      [{ $ref: 'https://example.com/other' }, '/$ref', '$ref'],
    ];
    for (const [schema, pointer, keyword] of broken) {
      expect(() => compileJsonSchema(schema)).toThrow(JsonSchemaError);
      expect(() => compileJsonSchema(schema)).toThrow(expect.objectContaining({ pointer, keyword }));
    }
  });

  test('compileJsonSchema follows a remote reference only into given resources', () => {
    const resources = { 'https://example.com/other': { $defs: { n: { type: 'number' } } } } as const;
    const schema: JsonSchema = { $ref: 'https://example.com/other#/$defs/n' };
    expect(() => compileJsonSchema(schema)).toThrow('remote $ref is refused: bundle it under $defs');
    expect(issuesOf(schema, 'x', { resources })).toHaveLength(1);
    expect(issuesOf(schema, 1, { resources })).toEqual([]);
  });

  test('compileJsonSchema keeps a check that starts inside a check apart', () => {
    const compiled = compileJsonSchema({ type: 'object', properties: { a: { type: 'number' } } });
    const value = {
      get a(): unknown {
        return compiled.check({ a: 'x' }).ok ? 1 : 'wrong';
      },
    };
    expect(compiled.check(value)).toMatchObject({ ok: false, issues: [{ pointer: '/a', keyword: 'type' }] });
  });

  test('compileJsonSchema is not moved by later changes of the schema', () => {
    const allowed = ['a'];
    const properties = { k: { enum: allowed, default: { deep: [1] } } };
    const compiled = compileJsonSchema({ properties }, { defaults: true, unknown: 'strip' });
    allowed.push('b');
    properties.k.default.deep.push(2);
    expect(compiled.check({ k: 'b' }).ok).toBe(false);
  });
});
