import { CapabilityConfigError, ToolCapability, type Config } from '@helve/worker';
import { changeConfig } from './change-config.js';
import { checkConfig } from './check-config.js';
import { effectiveConfig, replacedConfig, updatedConfig } from './merge-config.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const zodSchema = z
  .object({
    mode: z.enum(['fast', 'good']).default('fast'),
    size: z.int().max(10).default(4),
    nested: z.object({ a: z.number().default(1), b: z.number().optional() }).optional(),
    note: z.string().nullable().default(null),
  })
  .refine(({ mode, size }) => mode !== 'good' || size > 1, { message: 'good needs size', path: ['size'] });

const jsonSchema = {
  type: 'object',
  properties: {
    mode: { enum: ['fast', 'good'], default: 'fast' },
    size: { type: 'integer', maximum: 10, default: 4 },
    nested: { type: 'object', properties: { a: { type: 'number', default: 1 }, b: { type: 'number' } } },
    note: { type: ['string', 'null'], default: null },
  },
} as const;

describe.each([
  ['a Standard Schema', zodSchema],
  ['a JSON Schema', jsonSchema],
])('checkConfig with %s', (_, schema) => {
  test('fills in the defaults and leaves the caller’s object alone', async () => {
    const own = { size: 2 };
    const { config, dropped } = await checkConfig(schema, own);
    expect(config).toEqual({ mode: 'fast', size: 2, note: null });
    expect(dropped).toEqual([]);
    expect(own).toEqual({ size: 2 });
    expect((await checkConfig(schema, null)).config).toEqual({ mode: 'fast', size: 4, note: null });
  });

  test.each([
    [{ mode: 'slow' }, '/mode'],
    [{ size: 'two' }, '/size'],
    [{ size: 11 }, '/size'],
    [{ nested: { a: 'x' } }, '/nested/a'],
    [{ colour: 1 }, '/colour'],
  ])('points at what is wrong in %j', async (value, pointer) => {
    const error = await checkConfig(schema, value, { capabilityName: 'tool' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CapabilityConfigError);
    expect(error).toMatchObject({ fieldsInvalid: [pointer], capabilityName: 'tool' });
  });

  test('drops and reports unknown keys where it need not be strict', async () => {
    const { config, dropped } = await checkConfig(schema, { colour: 1, size: 3 }, { strict: false });
    expect(config).toEqual({ mode: 'fast', size: 3, note: null });
    expect(dropped).toEqual(['/colour']);
  });

  test('effectiveConfig takes the caller before the record before the defaults, key by key', async () => {
    const sources = { caller: { size: 1 }, record: { size: 2, mode: 'good' } };
    const late = schema === zodSchema ? { ...sources, caller: { size: 3 } } : sources;
    const { config } = await effectiveConfig(schema, late);
    expect(config).toEqual({ mode: 'good', size: late.caller.size, note: null });
  });

  test('an update merges top-level keys: nested values whole, null as a value, unset back to the default', async () => {
    const current: Config = { mode: 'good', size: 2, nested: { a: 5, b: 6 }, note: 'x' };
    const { config, changed } = await updatedConfig(schema, current, {
      patch: { nested: { b: 7 }, note: null },
      unset: ['mode'],
    });
    expect(config).toEqual({ mode: 'fast', size: 2, nested: { a: 1, b: 7 }, note: null });
    expect(changed).toEqual(new Set(['mode', 'nested', 'note']));
  });

  test('a replacement states the whole, and only what differs counts as changed', async () => {
    const current: Config = { mode: 'good', size: 4, note: null };
    const { config, changed } = await replacedConfig(schema, current, { size: 4 });
    expect(config).toEqual({ mode: 'fast', size: 4, note: null });
    expect(changed).toEqual(new Set(['mode']));
  });
});

test('checkConfig hears what only the author’s library can say', async () => {
  const error = await checkConfig(zodSchema, { mode: 'good', size: 1 }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ fieldsInvalid: ['/size'] });
});

test('checkConfig gives what is stored and sent, not what the author’s library makes of it', async () => {
  const schema = z.object({ at: z.string().transform((text) => new Date(text)) });
  expect((await checkConfig(schema, { at: '2020-01-01' })).config).toEqual({ at: '2020-01-01' });
});

describe('changeConfig', () => {
  class Picky extends ToolCapability {
    readonly applied: unknown[] = [];
    config: Config = {};
    refuses: readonly unknown[] = [];
    fails: readonly unknown[] = [];
    get name() {
      return 'picky';
    }
    get version() {
      return '1';
    }
    initialize(config?: Config | null) {
      const value = config?.['value'];
      if (this.fails.includes(value)) throw new Error(`cannot apply ${JSON.stringify(value)}`);
      this.applied.push(value);
      this.config = { ...config };
    }
    _prepareConfig(next: Config) {
      if (this.refuses.includes(next['value'])) throw new Error('refused');
    }
    getConfigSchema() {
      return jsonSchema;
    }
    getCurrentConfig() {
      return this.config;
    }
  }

  test('applies, or refuses before anything happened', async () => {
    const picky = Object.assign(new Picky(), { refuses: [3] });
    expect(await changeConfig(picky, { value: 1 }, { value: 2 })).toEqual({ state: 'applied' });
    expect(await changeConfig(picky, { value: 2 }, { value: 3 })).toMatchObject({ state: 'refused' });
    expect(picky.applied).toEqual([2]);
  });

  test('applies the old configuration again if the new one fails, and says when that fails too', async () => {
    const picky = Object.assign(new Picky(), { fails: [2] });
    const outcome = await changeConfig(picky, { value: 1 }, { value: 2 });
    expect(outcome).toMatchObject({ state: 'restored', error: { message: 'cannot apply 2' } });
    expect(picky.config).toEqual({ value: 1 });
    picky.fails = [1, 2];
    expect(await changeConfig(picky, { value: 1 }, { value: 2 })).toMatchObject({ state: 'lost' });
  });
});

test('an empty schema is that of a capability without configuration', async () => {
  expect(await checkConfig({}, null)).toEqual({ config: {}, dropped: [] });
  await expect(checkConfig({}, { size: 1 })).rejects.toMatchObject({ fieldsInvalid: ['/size'] });
});
