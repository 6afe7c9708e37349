import { describe, expect, test } from 'vitest';
import { checkJsonSchema } from './check-json-schema.js';

describe('checkJsonSchema', () => {
  test('checkJsonSchema finds nothing in a good schema', () => {
    expect(checkJsonSchema({ type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: true } })).toEqual(
      [],
    );
    expect(checkJsonSchema(true)).toEqual([]);
    expect(checkJsonSchema({ title: 1, 'x-own': { type: 'nonsense' }, minimum: undefined })).toEqual([]);
  });

  test('checkJsonSchema reports all problems at once, with pointers into the schema', () => {
    const problems = checkJsonSchema({
      type: 'strng',
      properties: [],
      required: ['a', 1],
      pattern: '(',
      items: { $ref: '#/nowhere', minLength: -1, enum: 3, type: ['null', 7] },
      allOf: [],
      not: 4,
      oneOf: [{ multipleOf: 0 }, null],
      uniqueItems: 'yes',
      minimum: '1',
      dependentRequired: { a: 'b' },
      patternProperties: { '[': 5 },
      format: 1,
      $anchor: '1',
      $defs: { 'a/b': { $ref: 'https://example.com/y', $id: '#frag' } },
    });
    expect(problems.map((problem) => problem.pointer).sort()).toEqual(
      [
        '/type',
        '/properties',
        '/required',
        '/pattern',
        '/items/$ref',
        '/items/minLength',
        '/items/enum',
        '/items/type/1',
        '/allOf',
        '/not',
        '/oneOf/0/multipleOf',
        '/oneOf/1',
        '/uniqueItems',
        '/minimum',
        '/dependentRequired/a',
        '/patternProperties/[',
        '/patternProperties/[',
        '/format',
        '/$anchor',
        '/$defs/a~1b/$ref',
        '/$defs/a~1b/$id',
      ].sort(),
    );
  });

  test('checkJsonSchema says what would be right', () => {
    expect(checkJsonSchema({ type: 'strng' })[0]).toMatchObject({
      keyword: 'type',
      suggestion: 'Did you mean "string"?',
    });
    expect(checkJsonSchema({ $ref: 'other.json' })[0]?.message).toContain(
      'remote $ref is refused: bundle it under $defs',
    );
    expect(checkJsonSchema({ maxItems: 1.5 })[0]?.message).toBe('"maxItems" must be a non-negative integer, got 1.5');
    expect(checkJsonSchema({ $ref: '#/%E0%A4%A' })[0]?.message).toContain('not well encoded');
  });

  test('checkJsonSchema never throws', () => {
    for (const schema of [null, undefined, 1, 'x', [], new Date(0), () => 1, Symbol('s')]) {
      expect(checkJsonSchema(schema)).toMatchObject([{ pointer: '', keyword: 'schema' }]);
    }
  });

  test('checkJsonSchema stops at 100 problems', () => {
    expect(checkJsonSchema({ allOf: Array.from({ length: 1000 }, () => 1) })).toHaveLength(100);
  });
});
