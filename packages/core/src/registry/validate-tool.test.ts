import { assertTool, callTool, defineTool, ToolRegistry, validateTool } from '@helve/core';
import type { ToolRecord, ToolSchema } from '@helve/core';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const good = {
  id: 'good.tool-1',
  name: 'Any text, even with spaces',
  description: 'Does good',
  inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
  hooksByStage: {},
  execute: () => 1,
};

function pointersOf(tool: unknown): string[] {
  return validateTool(tool).issues.map(({ pointer }) => pointer);
}

describe('validateTool', () => {
  test('C13 says what is wrong and never throws; assertTool throws it all in one', () => {
    expect(validateTool(good)).toEqual({ ok: true, issues: [], notes: [] });
    expect(validateTool({ ...good, id: '' })).toMatchObject({ ok: false, issues: [{ pointer: '/id' }] });
    fc.assert(fc.property(fc.anything(), (value) => void validateTool(value)));
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no entry');
        },
      },
    );
    expect(validateTool(hostile)).toMatchObject({ ok: false });
    expect(() => assertTool(good)).not.toThrow();
    expect(() => assertTool({ ...good, id: '', name: '' })).toThrow(/Cannot register "": \/id: .* \(and 1 more\)/);
    const registry = new ToolRegistry();
    expect(
      [registry.addInline, registry.addValidated, registry.list].every((method) => typeof method === 'function'),
    ).toBe(true);
  });

  test('C113 reports all problems at once, with paths', () => {
    const bad = {
      id: 'no spaces please',
      name: ' ',
      description: '',
      inputSchema: 'text',
      outputSchema: 3,
      execute: 'run',
      tags: [''],
      version: '',
      title: '',
      noSchemaMode: 'maybe',
      hooksByStage: { willAutorize: [], willExecute: {}, didExecute: [3] },
      hooks: 'all',
      policy: {
        category: 'retrieval',
        sideEffects: 'writes',
        effects: ['sing'],
        idempotent: 'yes',
        requiresConfirmation: 1,
        allowedModes: [],
        latencyBudgetMs: -5,
        colour: 'red',
      },
    };
    expect(pointersOf(bad).toSorted()).toEqual([
      '/description',
      '/execute',
      '/hooks',
      '/hooksByStage/didExecute/0',
      '/hooksByStage/willAutorize',
      '/hooksByStage/willExecute',
      '/id',
      '/inputSchema',
      '/name',
      '/noSchemaMode',
      '/outputSchema',
      '/policy/allowedModes',
      '/policy/colour',
      '/policy/effects',
      '/policy/idempotent',
      '/policy/latencyBudgetMs',
      '/policy/requiresConfirmation',
      '/policy/sideEffects',
      '/tags',
      '/title',
      '/version',
    ]);
    expect(validateTool(bad).issues.find(({ pointer }) => pointer === '/hooksByStage/willAutorize')?.suggestion).toBe(
      'Did you mean "willAuthorize"?',
    );
    expect(pointersOf({ ...good, inputSchema: { type: 'string' } })).toEqual(['/inputSchema']);
    expect(pointersOf({ ...good, id: 'x'.repeat(129) })).toEqual(['/id']);
    expect(pointersOf({ ...good, policy: { category: 'banana' } })).toEqual(['/policy/category']);
    expect(pointersOf({ ...good, policy: 'none' })).toEqual(['/policy']);
    expect(pointersOf({ ...good, hooksByStage: undefined })).toEqual(['/hooksByStage']);
  });

  test.each<[string, ToolSchema, RegExp]>([
    ['a date', z.object({ at: z.date() }), /Date cannot be represented/],
    ['a transform of the output', z.object({ n: z.string().transform(Number) }), /Transforms cannot be represented/],
    ['a union with a bigint', z.object({ n: z.union([z.string(), z.bigint()]) }), /BigInt cannot be represented/],
    ['anything at all', z.any(), /advertise nothing/],
    ['an empty JSON Schema', { description: 'whatever' }, /advertise nothing/],
    ['a library without JSON Schema', v.object({ a: v.string() }), /"valibot" gives no JSON Schema/],
  ])('C115 refuses a schema that would be emptied: %s', (_, outputSchema, reason) => {
    expect(validateTool({ ...good, outputSchema }).issues).toEqual([
      expect.objectContaining({ pointer: '/outputSchema', message: expect.stringMatching(reason) }),
    ]);
  });

  test.each([
    ['remote $ref', { $ref: 'https://example.org/schema' }, '/inputSchema/properties/a/$ref'],
    ['unknown type', { type: 'text' }, '/inputSchema/properties/a/type'],
    ['broken pattern', { pattern: '(' }, '/inputSchema/properties/a/pattern'],
    ['dangling $ref', { $ref: '#/$defs/none' }, '/inputSchema/properties/a/$ref'],
  ])('points into a broken JSON Schema: %s', (_, a, pointer) => {
    expect(pointersOf({ ...good, inputSchema: { type: 'object', properties: { a } } })).toEqual([pointer]);
  });

  test('notes fields that mean nothing to Helve', () => {
    expect(validateTool({ ...good, descripton: 'x' })).toMatchObject({ ok: true, notes: [{ pointer: '/descripton' }] });
  });

  test('a constraint that throws becomes an issue', () => {
    const constraint = () => {
      throw new Error('broken rule');
    };
    expect(validateTool(good, [constraint]).issues[0]?.message).toContain('broken rule');
  });
});

describe('schemas of every author', () => {
  const execute = ({ city }: { city: string }) => city;
  const description = 'Names a city';

  test.each<[string, ToolRecord]>([
    ['zod', defineTool({ id: 'zod', description, inputSchema: z.object({ city: z.string() }), execute })],
    ['arktype', defineTool({ id: 'ark', description, inputSchema: type({ city: 'string' }), execute })],
    [
      'valibot',
      defineTool({
        id: 'val',
        description,
        inputSchema: toStandardJsonSchema(v.object({ city: v.string() })),
        execute,
      }),
    ],
    [
      'JSON Schema',
      defineTool({
        id: 'json',
        description,
        inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        execute,
      }),
    ],
  ])('C15 %s gives the same contract and the same verdicts', async (_, tool) => {
    const registry = new ToolRegistry();
    registry.addValidated(tool);
    const { inputSchema } = registry.contracts()[0] ?? {};
    expect(inputSchema).toEqual({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] });
    expect(await callTool({ tool, rawInput: { city: 'Oslo' } })).toMatchObject({ ok: true, data: 'Oslo' });
    for (const rawInput of [{}, { city: 3 }, { city: 'Oslo', x: 1 }]) {
      expect(await callTool({ tool, rawInput })).toMatchObject({ ok: false, error: { type: 'VALIDATION' } });
    }
  });

  test('a union of objects is advertised as an object', () => {
    const registry = new ToolRegistry();
    const inputSchema = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    registry.addValidated({ ...good, inputSchema });
    expect(registry.contracts()[0]?.inputSchema).toMatchObject({ type: 'object', anyOf: [{}, {}] });
    expect(pointersOf({ ...good, inputSchema: z.union([z.object({ a: z.string() }), z.string()]) })).toEqual([
      '/inputSchema',
    ]);
  });

  test('the canonical schema is derived once and deep-frozen', () => {
    const inputSchema = z.object({ a: z.object({ b: z.string() }) });
    const registry = new ToolRegistry();
    registry.addInline({ ...good, inputSchema });
    const first = registry.contracts()[0]?.inputSchema;
    registry.addInline({ ...good, id: 'other', inputSchema });
    expect(registry.contracts()[1]?.inputSchema).toBe(first);
    expect(Object.isFrozen(first?.properties?.['a'])).toBe(true);
  });
});
