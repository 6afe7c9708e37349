import { defineTool, type JsonSchemaObject } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { hydrate } from '../hydrate.js';
import type { HydrateOptions } from '../hydrate-options.js';

const inputSchema = {
  type: 'object',
  properties: {
    n: { type: 'integer' },
    on: { type: 'boolean' },
    unit: { type: 'string', enum: ['Celsius', 'fahrenheit'] },
    list: { type: 'array', items: { type: 'number' } },
    maybe: { type: ['number', 'null'] },
    nested: { type: 'object', properties: { n: { type: 'integer' } } },
  },
} as const satisfies JsonSchemaObject;
const tool = defineTool({ id: 't', description: 't', inputSchema, execute: () => 1 });

async function attempt(args: unknown, options: HydrateOptions = { repair: 'rules' }) {
  const [result] = await hydrate([{ id: 'c1', name: 't', args }], [tool], options);
  if (result === undefined) throw new Error('Expected a result');
  return result;
}

test('A26 repair is off by default', async () => {
  for (const options of [{}, { repair: 'off' }] as const) {
    const result = await attempt('{"n":"4"}', options);
    expect(result.success).toBe(false);
    expect(result.provenance).not.toHaveProperty('repair');
  }
});

describe('the rules', () => {
  test.each([
    ['code-fence', '```json\n{"n": 4}\n```', { n: 4 }, { pointer: '', from: '```json', to: '' }],
    ['trailing-comma', '{"list": [1, 2,], "n": 4}', { list: [1, 2], n: 4 }, { pointer: '/list', from: ',', to: '' }],
    ['double-encoding', '"{\\"n\\": 4}"', { n: 4 }, { pointer: '', from: '{"n": 4}', to: { n: 4 } }],
    ['double-encoding', '{"nested": "{\\"n\\": 4}"}', { nested: { n: 4 } }, { pointer: '/nested', to: { n: 4 } }],
    ['double-encoding', '{"list": "[1]"}', { list: [1] }, { pointer: '/list', from: '[1]', to: [1] }],
    ['number-text', '{"n": "4"}', { n: 4 }, { pointer: '/n', from: '4', to: 4 }],
    ['number-text', '{"list": [1, "-2.5e1"]}', { list: [1, -25] }, { pointer: '/list/1', from: '-2.5e1', to: -25 }],
    ['number-text', '{"maybe": "0"}', { maybe: 0 }, { pointer: '/maybe', to: 0 }],
    ['boolean-text', '{"on": "true"}', { on: true }, { pointer: '/on', from: 'true', to: true }],
    ['enum-case', '{"unit": "CELSIUS"}', { unit: 'Celsius' }, { pointer: '/unit', from: 'CELSIUS', to: 'Celsius' }],
    ['stray-argument', '{"n": 1, "x~/": 2}', { n: 1 }, { pointer: '/x~0~1', from: 2, to: null }],
  ])('A26 %s mends %s, on record and untrusted', async (rule, args, validated, change) => {
    const result = await attempt(args);
    expect(result).toMatchObject({ success: true, validated: true, untrusted: true });
    expect(result.provenance).toMatchObject({
      repaired: true,
      originalRawArgs: args,
      validated,
      repair: { repairer: 'rules', candidate: validated, outcome: 'accepted' },
    });
    expect(result.provenance.validated).toEqual(validated);
    expect(result.provenance.repair?.changes).toMatchObject([{ rule, ...change }]);
  });

  test('A26 several mend one call in its one attempt', async () => {
    const result = await attempt('```\n"{\\"n\\": \\"4\\", \\"x\\": 1,}"\n```');
    expect(result.provenance.repair?.changes.map(({ rule }) => rule)).toEqual([
      'code-fence',
      'double-encoding',
      'trailing-comma',
      'stray-argument',
      'number-text',
    ]);
    expect(result.provenance.validated).toEqual({ n: 4 });
  });

  test.each([
    ['a bare name', '{n: 4}'],
    ['a word of Python', "{'n': None}"],
    ['a comment', '{"n": 4} // four'],
    ['two fences', '```{"n":1}``` ```{"n":2}```'],
    ['encoding three times', JSON.stringify(JSON.stringify('{"n":4}'))],
    ['a number that is no integer', '{"n":"4.5"}'],
    ['a number that is written otherwise', '{"n":"0x4"}'],
    ['an integer a number cannot hold', '{"n":"9007199254740993"}'],
    ['a word for a boolean', '{"on":"yes"}'],
    ['another word of a list', '{"unit":"kelvin"}'],
    ['a duplicate name', '{"n":1,"n":2}'],
    ['a forbidden name', '{"__proto__":{}}'],
  ])('A26 do not mend %s', async (_, args) => {
    expect((await attempt(args)).success).toBe(false);
  });
});

describe('a repairer', () => {
  test('A26 gets one attempt per call, and its value is validated again', async () => {
    const asked: unknown[] = [];
    const askModel = async (request: unknown) => {
      asked.push(request);
      return { n: 4, on: true };
    };
    const result = await attempt('{"n":"four","on":true}', { repair: askModel });
    expect(asked).toMatchObject([
      { callId: 'c1', tool: { id: 't', inputSchema }, parsed: { n: 'four' }, errors: [{ stage: 'validate' }] },
    ]);
    expect(result).toMatchObject({ success: true, untrusted: true });
    expect(result.provenance).toMatchObject({
      repaired: true,
      repair: { repairer: 'askModel', original: { n: 'four' }, outcome: 'accepted' },
    });
    expect(result.provenance.repair?.changes).toEqual([{ pointer: '/n', from: 'four', to: 4, rule: 'askModel' }]);

    asked.length = 0;
    expect((await attempt('not json', { repair: askModel })).success).toBe(true);
    expect((await attempt('{"n":1}', { repair: askModel })).untrusted).toBeUndefined();
    expect((await attempt('{"n": 1', { repair: askModel })).success).toBe(false);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['gives up', () => undefined],
    ['throws', () => Promise.reject(new Error('no model'))],
    ['gives what is still invalid', () => ({ n: 'five' })],
    ['gives what is no object', () => '[1]'],
    ['gives a poisoned object', () => JSON.parse('{"__proto__": {"n": 1}}') as unknown],
  ])('A27 that %s leaves the original errors, and the record', async (_, repair) => {
    const plain = await attempt('{"n":"four"}', {});
    const result = await attempt('{"n":"four"}', { repair });
    expect(result.success).toBe(false);
    expect(result.errors).toEqual(plain.errors);
    expect(result.provenance).toMatchObject({ repair: { outcome: 'rejected', original: { n: 'four' } } });
    expect(result.provenance).not.toHaveProperty('repaired');
  });

  test('A27 that takes its time can be called off', async () => {
    const stop = new AbortController();
    const repairing = attempt('{"n":"four"}', { repair: () => new Promise(() => {}), signal: stop.signal });
    stop.abort();
    expect(await repairing).toMatchObject({ success: false, provenance: { repair: { outcome: 'rejected' } } });
  });
});

test('A27 rules that find nothing to do leave the original errors, and the record', async () => {
  const result = await attempt('{"n":"four"}');
  expect(result.errors).toMatchObject([{ stage: 'validate', detail: { pointer: '/n' } }]);
  expect(result.provenance.repair).toEqual({
    repairer: 'rules',
    original: { n: 'four' },
    candidate: null,
    changes: [],
    outcome: 'rejected',
  });
});
