import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolMeta } from '../contract/meta.js';
import { applyConfig, validateConfig } from './apply-config.js';
import { schemaFrom } from './schema-from.js';

const meta: ToolMeta = {
  id: 'sample',
  version: '2.1.0',
  category: 'enrich',
  displayName: 'Sample',
  description: 'Shows how parameters are checked.',
  cardinality: 'monolingual',
  consumes: [],
  produces: [],
};

const schema = schemaFrom(
  z.object({
    fuzzyThreshold: z.int().min(30).max(100).default(75),
    mode: z.enum(['upper', 'lower']).default('upper'),
    code: z.string().min(2).max(3).regex(/^a/).optional(),
    pairs: z.array(z.object({ search: z.string(), ignoreCase: z.boolean().default(false) })).default([]),
    names: z.record(z.string(), z.string()).optional(),
  }),
  meta,
);

const strict = schemaFrom(
  z
    .object({ one: z.boolean().default(true), other: z.boolean().default(false), name: z.string() })
    .refine(({ one, other }) => one || other, { message: 'One of them must be on', path: ['one'] }),
  meta,
);

describe('applyConfig', () => {
  test('K83 fills in every default that the schema writes, at any depth', () => {
    expect(applyConfig(schema, { pairs: [{ search: 'a' }] })).toEqual({
      ok: true,
      config: { fuzzyThreshold: 75, mode: 'upper', pairs: [{ search: 'a', ignoreCase: false }] },
    });
  });

  test('K81 gives a frozen config and leaves the given one alone', () => {
    const raw = { pairs: [{ search: 'a' }] };
    const result = applyConfig<{ pairs: object[] }>(schema, raw);
    if (!result.ok) throw new Error('refused');
    expect([result.config, result.config.pairs, result.config.pairs[0]].every(Object.isFrozen)).toBe(true);
    expect(raw).toEqual({ pairs: [{ search: 'a' }] });
  });

  test('K81 a config that it gave is ready as it is, for its own schema only', () => {
    const first = applyConfig(schema, { pairs: [{ search: 'a' }] });
    if (!first.ok) throw new Error('refused');
    expect(applyConfig(schema, first.config)).toEqual(first);
    const again = applyConfig(schema, first.config);
    expect(again.ok && again.config).toBe(first.config);
    expect(applyConfig({ ...schema, properties: {} }, first.config).ok).toBe(false);
  });

  test('K81 lists all errors at once, one per fault', () => {
    const raw = {
      fuzzyThreshold: 101,
      mode: 4,
      code: 'bbbb',
      pairs: [{ ignoreCase: 'no' }],
      names: { a: 1 },
      more: true,
    };
    expect(
      validateConfig(schema, raw)
        .map(({ pointer, message }) => `${pointer}: ${message}`)
        .toSorted(),
    ).toEqual([
      '/code: Expected a string matching "^a", got "bbbb"',
      '/code: Expected at most 3 characters, got 4: "bbbb"',
      '/fuzzyThreshold: Expected a number of at most 100, got 101',
      '/mode: Expected string, got number 4',
      '/more: Unknown property "more"',
      '/names/a: Expected string, got number 1',
      '/pairs/0/ignoreCase: Expected boolean, got string "no"',
      '/pairs/0/search: Missing required property "search"',
    ]);
  });

  test.each([
    ['fuzzyThreshold', '75', 'type'],
    ['fuzzyThreshold', 29, 'minimum'],
    ['fuzzyThreshold', 50.5, 'type'],
    ['mode', 'title', 'enum'],
    ['code', 'a', 'minLength'],
    ['pairs', {}, 'type'],
  ])('K81 converts nothing: %s cannot be %j', (name, value, keyword) => {
    const errors = validateConfig(schema, { [name]: value });
    expect(errors.map((error) => [error.pointer, error.keyword])).toEqual([[`/${name}`, keyword]]);
  });

  test('K81 says what the schema library itself refuses', () => {
    const errors = validateConfig(strict, { name: 'x', one: false });
    expect(errors).toEqual([{ pointer: '/one', keyword: 'refine', message: 'One of them must be on' }]);
    expect(applyConfig(strict, { name: 'x', other: true }).ok).toBe(true);
  });

  test('K81 a schema that decides later is refused', () => {
    const later = schemaFrom(
      z.object({ a: z.string().default('') }).refine(async () => false),
      meta,
    );
    expect(validateConfig(later, {}).map(({ keyword }) => keyword)).toEqual(['refine']);
  });

  test.each([
    ['fuzzy_threshold', 'fuzzyThreshold'],
    ['FuzzyThreshold', 'fuzzyThreshold'],
    ['fuzzy-threshold', 'fuzzyThreshold'],
    ['fuzyThreshhold', 'fuzzyThreshold'],
    ['pair', 'pairs'],
  ])('K82 asks whether %s means %s', (given, meant) => {
    expect(validateConfig(schema, { [given]: 1 })[0]?.suggestion).toBe(`Did you mean "${meant}"?`);
  });

  test('K82 asks inside items too, and not for names that are far', () => {
    const [error] = validateConfig(schema, { pairs: [{ search: 'a', ignore_case: true }] });
    expect(error).toMatchObject({ pointer: '/pairs/0/ignore_case', suggestion: 'Did you mean "ignoreCase"?' });
    expect(validateConfig(schema, { fuzzTreshhhold: 1 })[0]).not.toHaveProperty('suggestion');
  });

  test('K81 names of prototypes are unknown names', () => {
    const raw: unknown = JSON.parse('{"__proto__": {"mode": "lower"}, "constructor": 1}');
    expect(validateConfig(schema, raw).map(({ pointer }) => pointer)).toEqual(['/__proto__', '/constructor']);
  });
});
