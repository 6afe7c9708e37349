import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  anthropicFixture,
  geminiFixture,
  ollamaFixture,
  openaiResponsesFixture,
  startWireServer,
  type WireServer,
} from '@helve/agent/testing';
import { governed } from './fixtures.js';
import { createProject } from './project.js';

let wire: WireServer;
beforeEach(async () => {
  wire = await startWireServer();
});
afterEach(() => wire.close());

const canary = 'sk-canary-0123456789abcdef';

async function createProjectWith(models: object) {
  const config = `import { add } from './tools.mjs';
export default { tools: [add], models: ${JSON.stringify(models)} };
`;
  return createProject({ ...governed, 'helve.config.mjs': config });
}

test.each([
  ['openai', '/v1', 'sse', openaiResponsesFixture],
  ['anthropic', '', 'sse', anthropicFixture],
  ['gemini', '', 'sse', geminiFixture],
  ['ollama', '', 'ndjson', ollamaFixture],
] as const)(
  'the model of %s that the config names uses the tools of the project',
  async (vendor, path, form, fixture) => {
    const { helve } = await createProjectWith({
      main: { vendor, model: 'm1', keyFrom: 'MODEL_KEY', baseUrl: `${wire.url}${path}` },
    });
    wire.respond(
      { [form]: fixture.calls([{ id: 'c1', name: 'add', args: '{"a":2,"b":3}' }], 'one') },
      { [form]: fixture.text('It is five.', 'two') },
    );
    const answered = await helve(['chat', '--once', 'Add 2 and 3'], { env: { MODEL_KEY: canary } });
    expect(answered).toMatchObject({ code: 0, stdout: 'It is five.\n' });
    expect(answered.stderr).toContain(`Talking to m1 of ${vendor}`);
    expect(answered.stderr).toMatch(/← add ok/);
    expect(wire.requests).toHaveLength(2);
    expect(JSON.stringify(answered)).not.toContain(canary);
    expect(JSON.stringify(await helve(['trail', 'show', '--json']))).not.toContain(canary);
  },
);

const asked = { temperature: 0.2, topP: 0.9, maxTokens: 300 };

test.each([
  ['openai', '/v1', 'sse', openaiResponsesFixture, { temperature: 0.2, top_p: 0.9, max_output_tokens: 300, user: 'u' }],
  ['anthropic', '', 'sse', anthropicFixture, { temperature: 0.2, top_p: 0.9, max_tokens: 300, user: 'u' }],
  ['gemini', '', 'sse', geminiFixture, { generationConfig: { temperature: 0.2, topP: 0.9, maxOutputTokens: 300 } }],
  ['ollama', '', 'ndjson', ollamaFixture, { options: { temperature: 0.2, top_p: 0.9, num_predict: 300 }, user: 'u' }],
] as const)(
  'the model of %s is asked with the instructions and settings of the config',
  async (vendor, path, form, fixture, expected) => {
    const access = { vendor, model: 'm1', keyFrom: 'MODEL_KEY', baseUrl: `${wire.url}${path}` };
    const { helve } = await createProjectWith({
      main: { ...access, ...asked, instructions: 'Answer like a pirate.', request: { user: 'u' } },
    });
    wire.respond({ [form]: fixture.text('Arr.', 'one') });
    const answered = await helve(['chat', '--once', 'hi'], { env: { MODEL_KEY: canary } });
    expect(answered).toMatchObject({ code: 0, stdout: 'Arr.\n' });
    expect(wire.requests[0]?.body).toMatchObject(expected);
    expect(JSON.stringify(wire.requests[0]?.body)).toContain('Answer like a pirate.');
  },
);

test('settings that mean nothing are refused with what was meant', async () => {
  const { helve } = await createProjectWith({
    main: { vendor: 'openai', model: 'm1', temprature: 1, temperature: 3, maxTokens: 0, instructions: '' },
  });
  const { code, stderr } = await helve(['chat', '--once', 'hi']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/models\.main\.temprature +There is no such key\. Did you mean "temperature"\?/);
  expect(stderr).toMatch(/models\.main\.temperature +Expected a number from 0 to 2/);
  expect(stderr).toMatch(/models\.main\.maxTokens +Expected a whole number above 0/);
  expect(stderr).toMatch(/models\.main\.instructions +Expected a text/);
});

test('a model that the config does not name, or without its key, is refused before anything is sent', async () => {
  const { helve } = await createProjectWith({ main: { vendor: 'openai', model: 'm1', baseUrl: wire.url } });
  const unknown = await helve(['chat', '--once', 'hi', '--model', 'mian']);
  expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('main') });
  const keyless = await helve(['chat', '--once', 'hi'], { env: { OPENAI_API_KEY: '' } });
  expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining('OPENAI_API_KEY is not set') });
  expect(wire.requests).toEqual([]);
});

test('a model that is written wrongly is named with what may have been meant', async () => {
  const { helve } = await createProjectWith({ main: { vendor: 'openia', modle: 'm1' } });
  const { code, stderr } = await helve(['chat', '--once', 'hi']);
  expect(code).toBe(2);
  for (const text of ['models.main.vendor', 'openai', 'models.main.modle', 'models.main.model']) {
    expect(stderr).toContain(text);
  }
});

test('a conversation ends within the budget of the config, and an overloaded model is replaced by the next', async () => {
  const main = { vendor: 'openai', model: 'm1', keyFrom: 'MODEL_KEY', baseUrl: `${wire.url}/v1` };
  const price = { input: 1_000, output: 1_000 };
  const models = { main: { ...main, fallback: ['m2'], price }, spare: { ...main, model: 'm2', price } };
  const config = `import { add } from './tools.mjs';
export default { tools: [add], models: ${JSON.stringify(models)}, budget: { turn: { cost: 0.001 } } };
`;
  const { helve } = await createProject({ ...governed, 'helve.config.mjs': config });
  const busy = { status: 429, headers: { 'retry-after': '3600' }, json: { error: { message: 'busy' } } };
  wire.respond(busy, { sse: openaiResponsesFixture.calls([{ id: 'c1', name: 'add', args: '{"a":2,"b":3}' }], 'one') });
  const answered = await helve(['chat', '--once', 'Add', '--json'], { env: { MODEL_KEY: canary } });
  const { reason, events } = JSON.parse(answered.stdout) as { reason: string; events: { code?: string }[] };
  expect(reason).toBe('budget-used');
  expect(events.flatMap(({ code }) => code ?? [])).toEqual(['AGENT_RETRY', 'AGENT_BUDGET_USED']);
  expect(wire.requests.map(({ body }) => Reflect.get(Object(body), 'model'))).toEqual(['m1', 'm2']);
});
