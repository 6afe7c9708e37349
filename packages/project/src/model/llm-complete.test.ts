import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  anthropicFixture,
  geminiFixture,
  ollamaFixture,
  openaiResponsesFixture,
  startWireServer,
  type WireFixture,
} from '@helve/agent/testing';
import {
  createCaller,
  defineTool,
  executionOf,
  ToolRegistry,
  type JsonObject,
  type ToolInvokeContext,
} from '@helve/core';
import { createBlock, FlowToolRegistry, isLoopbackAddress, type Block, type CallPort } from '@helve/flow';
import { placeholderText } from '@helve/flow/content';
import { runTool } from '@helve/flow/testing';
import { loadTools } from '@helve/l10n';
import { afterEach, describe, expect, test } from 'vitest';
import { llmComplete } from './llm-complete.js';
import type { Models } from './model-key.js';
import { registerModels } from './register-models.js';

const allTools = await loadTools();

interface Asked {
  readonly items: readonly { readonly id: string; readonly text: string; readonly fault?: string }[];
}
/** Reply of the model to one request: items, other text, an end, a refused request, or nothing ever. */
type Reply =
  | { readonly items: readonly unknown[]; readonly truncated?: boolean }
  | { readonly text: string }
  | { readonly stop: 'refusal' | 'max_tokens' }
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'hang';

interface Model {
  readonly url: string;
  readonly asked: Asked[];
  readonly bodies: string[];
  close(): Promise<void>;
}

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

/** A server that speaks Anthropic's wire and answers as a test says. */
async function modelThat(reply: (asked: Asked, turn: number) => Reply): Promise<Model> {
  const asked: Asked[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      bodies.push(body);
      const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: unknown }[] };
      asked.push(JSON.parse(textOf(messages[0]?.content)) as Asked);
      const said = reply(asked.at(-1) ?? { items: [] }, asked.length);
      if (said === 'hang') return;
      if ('status' in said) {
        response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers });
        response.end(JSON.stringify({ type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } }));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of eventsOf(said, String(asked.length))) {
        const { type } = event as { readonly type: string };
        response.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    bodies,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  opened.push(model);
  return model;
}

function eventsOf(said: Exclude<Reply, 'hang' | { readonly status: number }>, name: string): readonly unknown[] {
  if ('text' in said) return anthropicFixture.text(said.text, name);
  if ('stop' in said) {
    const events = anthropicFixture.text('…', name).map((event) => JSON.stringify(event));
    return events.map((event) => JSON.parse(event.replace('"end_turn"', `"${said.stop}"`)) as unknown);
  }
  const args = JSON.stringify({ items: said.items });
  const shape = said.truncated === true ? { truncated: true } : {};
  const sent = said.truncated === true ? args.slice(0, args.length / 2) : args;
  return anthropicFixture.calls([{ id: 'c1', name: 'answer', args: sent }], name, shape);
}

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : (content as { readonly text: string }[]).map(({ text }) => text).join('');

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const shout = ({ items }: Asked): Reply => ({
  items: items.map(({ id, text }) => ({ id, text: text.replace(/[a-z]+(?![^<]*>)/g, (word) => word.toUpperCase()) })),
});

const env = { ANTHROPIC_API_KEY: 'key-CANARY', HELVE_CREDENTIAL_MY_TEAM: 'key-TEAM' };
const noResources = { credentials: {}, endpoints: {}, programs: {}, vaults: {} };
const models = (baseUrl: string): Models => ({ smart: { vendor: 'anthropic', model: 'm1', baseUrl } });

/** A call port as the engine has it: every call is one within the call of the flow. */
function portOf(known: Models, facts: unknown[] = []): CallPort['call'] {
  const tools = new ToolRegistry();
  const complete = llmComplete({ models: known, resources: noResources }, env);
  const noting = {
    ...complete,
    execute: async (input: never, ctx: ToolInvokeContext) => {
      const answer: unknown = await complete.execute(input, ctx);
      facts.push(executionOf(ctx)?.usage);
      return answer;
    },
  };
  tools.addInline(noting);
  tools.addInline(
    defineTool({
      id: 'step',
      description: 'Stands for a step of a flow.',
      inputSchema: { type: 'object', additionalProperties: true },
      execute: (input, ctx) => ctx.invoke('llm.complete', input),
    }),
  );
  const caller = createCaller({ tools: tools.snapshot() });
  return ({ input, signal }) =>
    caller.executeTool('step', { rawInput: input, ...(signal === undefined ? {} : { signal }) });
}

const code = (id: string) => ({ kind: 'ph', id, type: 'code:variable', data: `{${id}}` }) as const;
const blocks = (): Block[] =>
  ['a', 'b', 'c', 'd'].map((id) =>
    createBlock({ id, sourceLocale: 'en', source: [{ kind: 'text', text: `${id} ` }, code(id)] }),
  );

/** Translates four blocks with the model, and tells of each what became of it. */
async function translate(model: Model, config: JsonObject = {}, signal?: AbortSignal) {
  const facts: unknown[] = [];
  const registry = new FlowToolRegistry();
  const entry = allTools.find(({ name }) => name === 'ai-translate');
  if (entry === undefined) throw new Error('There is no ai-translate');
  registry.registerWithSchema(entry.name, entry.factory, entry.schema);
  const given = { provider: 'smart', ...config };
  const result = await runTool(registry.create('ai-translate', given), blocks(), {
    source: 'en',
    target: 'fr',
    config: given,
    context: { call: portOf(models(model.url), facts), ...(signal === undefined ? {} : { signal }) },
  });
  const texts = result.blocks.map(({ targets }) => {
    const runs = targets['fr']?.runs;
    return runs === undefined ? '' : placeholderText(runs);
  });
  return { ...result, texts, facts };
}

const whole = ['a', 'b', 'c', 'd'].map((id) => `${id.toUpperCase()} <x id="${id}/"/>`);
const accounted = ({ texts, failures }: { readonly texts: readonly string[]; readonly failures: readonly unknown[] }) =>
  texts.filter((text) => text !== '').length + failures.length;

describe('AI batches under faults, over the wire of a vendor', () => {
  test('T60 llm.complete asks for the answer as arguments of a tool, and its tokens reach the trail', async () => {
    const model = await modelThat(shout);
    const { texts, facts } = await translate(model, { maxOutputTokens: 700 });
    expect(texts).toEqual(whole);
    expect(facts).toEqual([{ inputTokens: 11, outputTokens: 7 }]);
    expect(JSON.parse(model.bodies[0] ?? '')).toMatchObject({
      model: 'm1',
      max_tokens: 700,
      tool_choice: { type: 'tool', name: 'answer' },
    });
    expect(model.bodies.join()).not.toContain('CANARY');
  });

  test('T62 a model that writes JSON instead is understood, also in a fence', async () => {
    const model = await modelThat((asked) => ({ text: `\`\`\`json\n${JSON.stringify(shout(asked))}\n\`\`\`` }));
    expect((await translate(model)).texts).toEqual(whole);
  });

  const recovering: readonly (readonly [string, (asked: Asked, turn: number) => Reply])[] = [
    [
      'a lost id',
      (asked, turn) => (turn === 1 ? { items: (shout(asked) as { items: unknown[] }).items.slice(1) } : shout(asked)),
    ],
    [
      'an extra id',
      (asked) => ({ items: [...(shout(asked) as { items: unknown[] }).items, { id: 's99', text: 'STRAY' }] }),
    ],
    [
      'arguments that were cut off',
      (asked, turn) => (turn === 1 ? { items: ['x'.repeat(99)], truncated: true } : shout(asked)),
    ],
    ['JSON that was cut off', (asked, turn) => (turn === 1 ? { text: '{"items": [{"id": "s1", "te' } : shout(asked))],
    [
      'swapped tags',
      (asked, turn) =>
        turn === 1
          ? { items: asked.items.map(({ id }, at) => ({ id, text: asked.items.at(at - 1)?.text })) }
          : shout(asked),
    ],
    ['one refusal', (asked, turn) => (turn === 1 ? { stop: 'refusal' } : shout(asked))],
    ['an answer at its limit', (asked, turn) => (turn === 1 ? { stop: 'max_tokens' } : shout(asked))],
    [
      'a rate limit with Retry-After',
      (asked, turn) => (turn === 1 ? { status: 429, headers: { 'retry-after': '0' } } : shout(asked)),
    ],
    ['a server that is overloaded', (asked, turn) => (turn === 1 ? { status: 529 } : shout(asked))],
  ];
  test.each(recovering)('T62 after %s every unit is there, and right', async (_, reply) => {
    const model = await modelThat(reply);
    const result = await translate(model);
    expect([result.texts, result.failures]).toEqual([whole, []]);
    expect(model.asked.length).toBeLessThanOrEqual(4);
  });

  const lasting: readonly (readonly [string, (asked: Asked) => Reply, number])[] = [
    ['ids are lost always', () => ({ items: [] }), 3],
    ['tags are swapped always', ({ items }) => ({ items: items.map(({ id }) => ({ id, text: 'X <x id="z/"/>' })) }), 3],
    ['it refuses always', () => ({ stop: 'refusal' }), 7],
    ['the answer is always too long', () => ({ stop: 'max_tokens' }), 7],
    ['JSON is always cut off', () => ({ text: '{"items": [' }), 3],
    ['the key is refused', () => ({ status: 401 }), 1],
    ['the wait is longer than anybody has', () => ({ status: 429, headers: { 'retry-after': '3600' } }), 1],
    ['the limit never ends', () => ({ status: 429, headers: { 'retry-after': '0' } }), 3],
  ];
  test.each(lasting)(
    'TV35 when %s, no unit is lost, none is committed, and retries are bounded',
    async (_, reply, most) => {
      const model = await modelThat(reply);
      const result = await translate(model);
      expect(result.texts).toEqual(['', '', '', '']);
      expect(result.failures).toHaveLength(4);
      expect(model.asked.length).toBeLessThanOrEqual(most);
    },
  );

  test('T62 one text that is refused takes no other with it', async () => {
    const model = await modelThat((asked) =>
      asked.items.some(({ text }) => text.startsWith('c')) ? { stop: 'refusal' } : shout(asked),
    );
    const result = await translate(model);
    expect(result.texts).toEqual([whole[0], whole[1], '', whole[3]]);
    expect(accounted(result)).toBe(4);
  });

  test('K113 a provider that hangs ends with the run', async () => {
    const model = await modelThat(() => 'hang');
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 60);
    await expect(translate(model, {}, stop.signal)).rejects.toThrow(/abort|cancel/i);
    expect(model.asked.length).toBeLessThanOrEqual(1);
  });
});

describe('llm.complete', () => {
  const request = {
    provider: 'm',
    system: 'Be brief.',
    messages: [{ role: 'user', text: 'Hi' }],
    schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    maxOutput: 300,
  };
  const wires: readonly (readonly [Models[string]['vendor'], WireFixture, 'sse' | 'ndjson', string])[] = [
    ['anthropic', anthropicFixture, 'sse', '"max_tokens":300'],
    ['openai', openaiResponsesFixture, 'sse', '"max_output_tokens":300'],
    ['gemini', geminiFixture, 'sse', '"maxOutputTokens":300'],
    ['ollama', ollamaFixture, 'ndjson', '"num_predict":300'],
  ];
  test.each(wires)(
    'T60 %s answers in the form of the schema, within the limit',
    async (vendor, fixture, wire, limit) => {
      const server = await startWireServer();
      opened.push(server);
      server.respond({ [wire]: fixture.calls([{ id: 'c1', name: 'answer', args: '{"ok":true}' }], 'one') });
      const known: Models = { m: { vendor, model: 'm1', baseUrl: server.url, keyFrom: 'ANTHROPIC_API_KEY' } };
      const response = await portOf(known)({ tool: 'llm.complete', input: request });
      expect(response).toMatchObject({ ok: true, data: { json: { ok: true }, stop: 'end' } });
      expect(JSON.stringify(server.requests[0]?.body)).toContain(limit);
      expect(JSON.stringify(server.requests[0]?.body)).toContain('Be brief.');
    },
  );

  test('T61 a credential is the variable of its name and no other, and a key is in no answer', async () => {
    const server = await startWireServer();
    opened.push(server);
    server.respond(
      { sse: anthropicFixture.text('{"ok":true}', 'one') },
      { status: 401, json: { error: { message: 'bad key-TEAM' } } },
    );
    const call = portOf(models(server.url));
    const input = { ...request, provider: 'smart', credential: 'my-team' };
    expect(await call({ tool: '', input })).toMatchObject({ ok: true });
    expect(JSON.stringify(server.requests[0]?.headers)).toContain('key-TEAM');
    const refused = await call({ tool: '', input });
    expect(refused).toMatchObject({ ok: false, error: { type: 'AUTH' } });
    expect(JSON.stringify(refused)).not.toContain('key-TEAM');
    const missing = await call({ tool: '', input: { ...input, credential: 'ANTHROPIC_API_KEY' } });
    expect(missing).toMatchObject({ ok: false, error: { type: 'AUTH' } });
    expect(JSON.stringify(missing)).toContain('HELVE_CREDENTIAL_ANTHROPIC_API_KEY');
  });

  test('T61 a provider that nobody knows and a vendor without a model are refused by name', async () => {
    const call = portOf({});
    expect(await call({ tool: '', input: { ...request, provider: 'nobody' } })).toMatchObject({ ok: false });
    const unnamed = await call({ tool: '', input: { ...request, provider: 'anthropic' } });
    expect(JSON.stringify(unnamed)).toContain('no model is named');
  });

  test('T9 only steps of flows ask models', async () => {
    const tools = new ToolRegistry();
    tools.addInline(llmComplete({ models: {}, resources: noResources }, env));
    const caller = createCaller({ tools: tools.snapshot() });
    expect(await caller.executeTool('llm.complete', { rawInput: request })).toMatchObject({
      ok: false,
      error: { type: 'AUTH' },
    });
  });

  test('K90 models of Ollama on this machine are local, all others are not', () => {
    const registry = registerModels(new FlowToolRegistry(), {
      near: { vendor: 'ollama', model: 'm' },
      far: { vendor: 'ollama', model: 'm', baseUrl: 'https://models.example' },
      smart: { vendor: 'anthropic', model: 'm', baseUrl: 'http://127.0.0.1' },
    });
    const isLocal = (name: string) => registry.isLocalProvider(name, {});
    expect(['demo', 'ollama', 'near', 'far', 'smart', 'anthropic'].map(isLocal)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(isLoopbackAddress('http://127.0.0.1:1')).toBe(true);
  });
});
