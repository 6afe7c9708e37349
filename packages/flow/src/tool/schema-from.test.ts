import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import type { ToolMeta } from '../contract/meta.js';
import { schemaFrom } from './schema-from.js';

const meta: ToolMeta = {
  id: 'sample',
  version: '2.1.0',
  category: 'enrich',
  displayName: 'Sample',
  description: 'Shows how parameters are described.',
  cardinality: 'monolingual',
  consumes: [],
  produces: [],
};

describe('schemaFrom', () => {
  test('K80 makes a closed JSON Schema with the contract of zod', () => {
    const schema = schemaFrom(
      z.object({
        path: z.string().default('srx:default').meta({ description: 'Rules.', 'x-path': 'in', 'x-widget': 'file' }),
        items: z.array(z.object({ a: z.string() })).default([]),
      }),
      meta,
      {
        groups: [{ id: 'rules', title: 'Rules', properties: ['path', 'items'] }],
        stepMeta: { system: 'other', step: 'Sampler' },
      },
    );
    expect(schema).toEqual({
      $id: 'helve:tool/sample',
      $version: '2.1.0',
      title: 'Sample',
      description: 'Shows how parameters are described.',
      type: 'object',
      additionalProperties: false,
      toolMeta: meta,
      'ui:groups': [{ id: 'rules', title: 'Rules', properties: ['path', 'items'] }],
      stepMeta: { system: 'other', step: 'Sampler' },
      properties: {
        path: { type: 'string', default: 'srx:default', description: 'Rules.', 'x-path': 'in', 'x-widget': 'file' },
        items: {
          type: 'array',
          default: [],
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['a'],
            properties: { a: { type: 'string' } },
          },
        },
      },
    });
  });

  test('K80 takes JSON Schema and adds keywords that the author names', () => {
    const schema = schemaFrom({ type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }, meta, {
      properties: { to: { 'x-locale': 'target' } },
    });
    expect(schema.properties).toEqual({ to: { type: 'string', 'x-locale': 'target' } });
    expect(schema.required).toEqual(['to']);
  });

  test('K80 refuses keywords for a parameter that does not exist', () => {
    const make = () =>
      schemaFrom({ type: 'object', properties: {} }, meta, { properties: { to: { 'x-locale': 'target' } } });
    expect(make).toThrow('Cannot register "sample": its schema has no parameter "to"');
  });

  test('K80 leaves open what the author left open', () => {
    const { properties } = schemaFrom(z.object({ map: z.record(z.string(), z.object({ a: z.string() })) }), meta);
    expect(properties['map']?.additionalProperties).toMatchObject({ type: 'object', additionalProperties: false });
  });

  test('K85 refuses a secret with a default', () => {
    const secret = { type: 'string', default: 'abc', 'x-secret': true } as const;
    expect(() => schemaFrom({ type: 'object', properties: { apiKey: secret } }, meta)).toThrow(
      'Cannot register "sample": the secret "apiKey" has a default',
    );
  });
});
