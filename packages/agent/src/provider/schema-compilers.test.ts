import { GoogleGenAI } from '@google/genai';
import { isPlainObject, type JsonObject, type Loss } from '@helve/core';
import { expect, test } from 'vitest';
import { createGeminiLiveSchema } from './gemini/schema.js';
import { toProviderNames } from './provider-names.js';
import { schemaCompilers, strictForms } from './schema-compilers.js';
import { compileFor, parametersOf, toolWith } from '../../../../test/provider-form/declared.js';

const weather = toolWith({
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Where.' },
    days: { type: 'integer', minimum: 1, maximum: 7 },
  },
  required: ['city'],
  additionalProperties: false,
});

function declared(provider: string, tool = weather): JsonObject {
  const compiled = compileFor(provider, tool);
  if ('refused' in compiled) throw new Error(JSON.stringify(compiled.losses));
  return compiled.schema;
}

const keys = [
  'openai',
  'openaiStrict',
  'openaiResponses',
  'openaiResponsesStrict',
  'openaiRealtime',
  'anthropic',
  'anthropicStrict',
  'geminiNative',
  'geminiJsonSchema',
  'geminiLive',
  'ollama',
  'mcp',
];

test('F70: every key of the list is made for a plain tool, each once, and what is made is frozen', () => {
  expect(schemaCompilers.map(({ provider }) => provider)).toEqual(keys);
  for (const key of keys) expect(Object.isFrozen(parametersOf(declared(key)))).toBe(true);
  for (const [plain, strict] of Object.entries(strictForms))
    expect(keys).toEqual(expect.arrayContaining([plain, strict]));
});

const canonical = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Where.' }, days: { type: 'integer', minimum: 1, maximum: 7 } },
  required: ['city'],
  additionalProperties: false,
};
const strict = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Where.' },
    days: { type: ['integer', 'null'], minimum: 1, maximum: 7 },
  },
  required: ['city', 'days'],
  additionalProperties: false,
};
const bounded = { type: 'integer', description: 'Rules: minimum 1, maximum 7.' };
const native = {
  type: 'OBJECT',
  properties: { city: { type: 'STRING', description: 'Where.' }, days: { type: 'INTEGER', minimum: 1, maximum: 7 } },
  required: ['city'],
  propertyOrdering: ['city', 'days'],
};
const head = { name: 'demo_tool', description: 'Does it.' };

test.each<[string, JsonObject]>([
  ['openai', { type: 'function', function: { ...head, parameters: canonical, strict: false } }],
  ['openaiStrict', { type: 'function', function: { ...head, parameters: strict, strict: true } }],
  ['openaiResponses', { type: 'function', ...head, parameters: canonical, strict: false }],
  ['openaiResponsesStrict', { type: 'function', ...head, parameters: strict, strict: true }],
  ['openaiRealtime', { type: 'function', ...head, parameters: canonical }],
  ['anthropic', { ...head, input_schema: canonical }],
  [
    'anthropicStrict',
    {
      ...head,
      input_schema: { ...canonical, properties: { ...canonical.properties, days: bounded } },
      strict: true,
    },
  ],
  ['geminiNative', { ...head, parameters: native }],
  ['geminiJsonSchema', { ...head, parametersJsonSchema: canonical }],
  ['geminiLive', { ...head, parameters: native, behavior: 'BLOCKING' }],
  [
    'mcp',
    {
      name: 'demo_tool',
      description: 'Does it.',
      inputSchema: canonical,
      annotations: { readOnlyHint: true, idempotentHint: true },
    },
  ],
])('%s declares a tool in its own shape', (provider, shape) => {
  expect(declared(provider)).toEqual(shape);
});

test('A38: Ollama gets type, properties, required, items, enum and description, and nothing else', () => {
  expect(declared('ollama')).toEqual({
    type: 'function',
    function: {
      ...head,
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Where.' }, days: bounded },
        required: ['city'],
      },
    },
  });
});

test('A37: compiling for every provider leaves the canonical schema byte for byte as it was', () => {
  const before = JSON.stringify(weather);
  for (const compiler of schemaCompilers) compiler.compile(weather, toProviderNames([weather.id]));
  expect(JSON.stringify(weather)).toBe(before);
  expect(Object.isFrozen(weather.inputSchema)).toBe(false);
});

test('F71: nested objects, arrays, enums, nullable and integers survive for Gemini', () => {
  const tool = toolWith({
    type: 'object',
    properties: {
      who: {
        type: 'object',
        properties: {
          age: { type: ['integer', 'null'] },
          tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
        },
        required: ['tags'],
      },
      size: { type: 'number', enum: [1, 2.5] },
      floor: { enum: [1, 2, null] },
      limit: { anyOf: [{ type: 'object', properties: { n: { type: 'integer' } } }, { type: 'null' }] },
    },
  });
  expect(parametersOf(declared('geminiNative', tool))).toEqual({
    type: 'OBJECT',
    properties: {
      who: {
        type: 'OBJECT',
        properties: {
          age: { type: 'INTEGER', nullable: true },
          tags: { type: 'ARRAY', items: { type: 'STRING', format: 'enum', enum: ['a', 'b'] } },
        },
        required: ['tags'],
        propertyOrdering: ['age', 'tags'],
      },
      size: { type: 'NUMBER', format: 'enum', enum: ['1', '2.5'] },
      floor: { type: 'INTEGER', format: 'enum', enum: ['1', '2'], nullable: true },
      limit: {
        type: 'OBJECT',
        properties: { n: { type: 'INTEGER' } },
        propertyOrdering: ['n'],
        nullable: true,
      },
    },
    propertyOrdering: ['who', 'size', 'floor', 'limit'],
  });
});

test('a tool without parameters says so in full, and to Gemini by having none', () => {
  const tool = toolWith({ type: 'object', properties: {} });
  const nothing = { type: 'object', properties: {}, required: [], additionalProperties: false };
  for (const key of ['openai', 'openaiStrict', 'anthropic', 'anthropicStrict', 'geminiJsonSchema']) {
    expect(parametersOf(declared(key, tool))).toEqual(nothing);
  }
  expect(parametersOf(declared('ollama', tool))).toEqual({ type: 'object', properties: {}, required: [] });
  expect(declared('geminiNative', tool)).toEqual(head);
});

test('geminiLive goes on talking when that is asked for', () => {
  const compiled = createGeminiLiveSchema({ behavior: 'NON_BLOCKING' }).compile(weather, { 'demo.tool': 'demo_tool' });
  expect(compiled).toMatchObject({ schema: { name: 'demo_tool', behavior: 'NON_BLOCKING' } });
});

test('Anthropic gets the examples of the tool, under the names that are declared', () => {
  const tool = toolWith(
    { type: 'object', properties: { 'due date': { type: 'string' } } },
    { docs: { examples: [{ 'due date': '2026-01-31' }, 'no object'] } },
  );
  expect(declared('anthropic', tool)).toMatchObject({ input_examples: [{ due_date: '2026-01-31' }] });
  expect(declared('anthropic')).not.toHaveProperty('input_examples');
});

test('MCP hears what a tool is called, gives back, and may change', () => {
  const tool = toolWith(
    { type: 'object', 'x-note': 'kept' },
    {
      title: 'Demo',
      outputSchema: { type: 'string' },
      policy: { ...weather.policy, sideEffects: 'writes', idempotent: false },
    },
  );
  expect(declared('mcp', tool)).toEqual({
    name: 'demo_tool',
    title: 'Demo',
    description: 'Does it.',
    inputSchema: { type: 'object', 'x-note': 'kept' },
    outputSchema: { type: 'string' },
    annotations: { readOnlyHint: false, idempotentHint: false },
  });
});

test('rules of the root are told in the description of the tool, and the properties of its branches are shown', () => {
  const tool = toolWith({
    type: 'object',
    oneOf: [
      { type: 'object', properties: { kind: { const: 'a' }, n: { type: 'integer' } }, required: ['kind', 'n'] },
      { type: 'object', properties: { kind: { const: 'b' }, s: { type: 'string' } }, required: ['kind'] },
    ],
  });
  const { function: body } = declared('openai', tool) as { function: { description: string; parameters: JsonObject } };
  expect(body.description).toMatch(/^Does it\.\nRules: one of \[\{"type":"object"/);
  expect(body.parameters).toEqual({
    type: 'object',
    properties: {
      kind: { anyOf: [{ const: 'a' }, { const: 'b' }] },
      n: { type: 'integer' },
      s: { type: 'string' },
    },
  });
  expect(compileFor('openaiStrict', tool)).toMatchObject({ refused: true });
});

test('a description that is too long for OpenAI is cut, keeps its rules, and is told', () => {
  const long = 'x'.repeat(2000);
  const tool = toolWith(
    { type: 'object', properties: { a: { type: 'string', minLength: 2, description: long } }, required: ['a'] },
    { description: long },
  );
  const compiled = compileFor('openaiStrict', tool);
  const { properties } = parametersOf(declared('openaiStrict', tool)) as { properties: { a: { description: string } } };
  expect(properties.a.description).toHaveLength(1024);
  expect(properties.a.description).toMatch(/x…\nRules: min length 2\.$/);
  const cuts = compiled.losses.filter(({ keyword }: Loss) => keyword === 'description').map(({ pointer }) => pointer);
  expect(cuts.sort()).toEqual(['', '/properties/a']);
});

test('limits of strict forms are kept: too many properties, levels or values refuse the form and no other', () => {
  const many = Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [`p${n}`, { type: 'string' }]));
  let deep: JsonObject = { type: 'string' };
  for (let level = 0; level < 11; level += 1) deep = { type: 'object', properties: { a: deep }, required: ['a'] };
  const values = Array.from({ length: 1001 }, (_, n) => `v${n}`);
  const schemas = [
    { type: 'object', properties: many },
    deep,
    { type: 'object', properties: { a: { type: 'string', enum: values } }, required: ['a'] },
    { type: 'object', properties: { a: { type: 'string', enum: ['x'.repeat(120_001)] } }, required: ['a'] },
  ] as const;
  const notes = schemas.map((schema) => {
    expect(compileFor('openai', toolWith(schema as object))).not.toHaveProperty('refused');
    return compileFor('openaiStrict', toolWith(schema as object)).losses.find(({ action }) => action === 'refused')
      ?.note;
  });
  expect(notes).toEqual([
    '5001 properties, over 5000',
    '11 levels, over 10',
    '1001 enum values, over 1000',
    '120002 characters of names and values, over 120000',
  ]);
});

test('the SDK of Gemini sends every form as it is', async () => {
  const tool = toolWith({
    type: 'object',
    properties: {
      a: { type: ['string', 'integer', 'null'] },
      b: { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'null' }] }, minItems: 1 },
      c: { enum: ['x', 1, null] },
      d: { type: 'null' },
      e: {},
    },
  });
  const bodies: unknown[] = [];
  const answer = () =>
    Promise.resolve(new Response('{"candidates":[]}', { headers: { 'content-type': 'application/json' } }));
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: 'http://127.0.0.1:9' } });
  const original = globalThis.fetch;
  globalThis.fetch = (_url, init) => {
    bodies.push(JSON.parse(typeof init?.body === 'string' ? init.body : 'null'));
    return answer();
  };
  try {
    for (const key of ['geminiNative', 'geminiJsonSchema']) {
      const form = declared(key, tool);
      const functionDeclarations = [structuredClone(form)] as object[];
      await ai.models.generateContent({ model: 'm', contents: 'hi', config: { tools: [{ functionDeclarations }] } });
      const body = bodies.at(-1);
      const tools = isPlainObject(body) ? body['tools'] : undefined;
      expect(tools).toEqual([{ functionDeclarations: [form] }]);
    }
  } finally {
    globalThis.fetch = original;
  }
});
