import { compileJsonSchema, type JsonObject, type JsonSchema } from '@helve/core';
import { expect, test } from 'vitest';
import { compileFor, parametersOf, toolWith } from '../../../../../test/provider-form/declared.js';

function declared(provider: string, tool: Parameters<typeof compileFor>[1]): JsonObject {
  const compiled = compileFor(provider, tool);
  if ('refused' in compiled) throw new Error(JSON.stringify(compiled.losses));
  return compiled.schema;
}

const tree = {
  type: 'object',
  properties: { root: { $ref: '#/$defs/Node' } },
  required: ['root'],
  $defs: {
    Node: {
      type: 'object',
      properties: { name: { type: 'string' }, child: { $ref: '#/$defs/Node' } },
      required: ['name'],
    },
  },
} as const;

test('a definition that contains itself is kept where it can be, cut after three rounds for Gemini, and told to Ollama', () => {
  expect(JSON.stringify(parametersOf(declared('geminiNative', toolWith(tree)))).match(/"name":/g)).toHaveLength(3);
  expect(compileFor('geminiNative', toolWith(tree)).losses).toContainEqual(
    expect.objectContaining({ keyword: '$ref', effect: 'narrower' }),
  );
  expect(JSON.stringify(parametersOf(declared('ollama', toolWith(tree))))).toContain(
    'Rules: the same form as \\"Node\\" above.',
  );
  for (const key of ['openai', 'openaiStrict', 'anthropic', 'anthropicStrict', 'geminiJsonSchema']) {
    expect(parametersOf(declared(key, toolWith(tree)))['$defs']).toHaveProperty('Node');
  }
});

test('a definition that must contain itself has no form for Gemini in JSON Schema', () => {
  const endless = { ...tree, $defs: { Node: { ...tree.$defs.Node, required: ['name', 'child'] } } };
  expect(compileFor('geminiJsonSchema', toolWith(endless))).toMatchObject({ refused: true });
});

test('references that multiply do not run away', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `D${n}`,
      n === 29
        ? { type: 'string' }
        : { type: 'object', properties: { a: { $ref: `#/$defs/D${n + 1}` }, b: { $ref: `#/$defs/D${n + 1}` } } },
    ]),
  );
  const tool = toolWith({ type: 'object', properties: { a: { $ref: '#/$defs/D0' } }, $defs });
  expect(compileFor('geminiNative', tool)).toMatchObject({ refused: true });
  expect(compileFor('openaiStrict', tool)).not.toHaveProperty('refused.losses');
});

test('references to any place of the schema still lead there', () => {
  const tool = toolWith({
    type: 'object',
    properties: {
      from: { allOf: [{ type: 'string', minLength: 2 }, { pattern: '^a' }] },
      to: { $ref: '#/properties/from/allOf/0' },
      again: { $ref: '#/definitions/Old' },
    },
    definitions: { Old: { type: 'integer' } },
  });
  const parameters = parametersOf(declared('openai', tool));
  expect(parameters).toEqual({
    type: 'object',
    properties: {
      from: { type: 'string', minLength: 2, pattern: '^a' },
      to: { $ref: '#/$defs/0' },
      again: { $ref: '#/$defs/Old' },
    },
    $defs: { 0: { type: 'string', minLength: 2 }, Old: { type: 'integer' } },
  });
});

test('branches that take more once a parameter has another name are no longer exclusive', () => {
  const first = { type: 'object', properties: { 'a b': { type: 'boolean' } } } as const;
  const second = { type: 'object', properties: { '*': {} }, additionalProperties: { type: 'array' } } as const;
  const tool = toolWith({ type: 'object', properties: { at: { oneOf: [first, second] } } });
  const { at } = parametersOf(declared('anthropic', tool))['properties'] as { at: JsonSchema };
  expect(compileJsonSchema(at).check({ a_b: true })).toMatchObject({ ok: true });
  expect(at).not.toHaveProperty('oneOf');
});

test('exclusive branches stay so where every name is kept', () => {
  const oneOf = [{ type: 'string' }, { type: 'integer' }];
  const tool = toolWith({ type: 'object', properties: { at: { oneOf } } });
  expect(parametersOf(declared('anthropic', tool))).toMatchObject({ properties: { at: { oneOf } } });
});
