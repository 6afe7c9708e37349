import { expect, test } from 'vitest';
import { createProject, postJson, startHeaderOf, urlOf } from './project.js';

const greeter = `import { ToolCapability } from '@helve/worker';

export class Greeter extends ToolCapability {
  static description = 'Greets people';
  static actions = { greet: 'greet' };
  static WORKER_ENV = [{ name: 'GREETER_TONE', default: 'plain' }, { name: 'GREETER_TOKEN', secret: true, required: true }];
  #config = { word: 'Hello', apiKey: 'k-12345' };
  get name() { return 'greeter'; }
  get version() { return '1.0.0'; }
  initialize(config) { this.#config = { ...this.#config, ...config }; }
  getConfigSchema() {
    return {
      type: 'object',
      properties: { word: { type: 'string', default: 'Hello' }, apiKey: { type: 'string', default: 'k-12345', writeOnly: true } },
    };
  }
  getCurrentConfig() { return this.#config; }
  getConfigOptions() { return { word: { options: [{ value: 'Hello', label: 'English' }, { value: 'Salut', label: 'French' }] } }; }
  greet({ name }) { return { text: this.#config.word + ' ' + name }; }
}
`;

const counter = `import { ToolCapability } from '@helve/worker';

let go;
const gone = new Promise((resolve) => (go = resolve));
export class Counter extends ToolCapability {
  static description = 'Counts';
  static actions = {
    numbers: { method: 'numbers', input: { type: 'object', properties: { to: { type: 'integer' } } } },
    latest: { method: 'numbers', streams: 'last', input: { type: 'object', properties: { to: { type: 'integer' } } } },
    release: { method: 'release', input: { type: 'object', properties: {} } },
  };
  get name() { return 'counter'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
  async *numbers({ to }) {
    for (let number = 1; number <= to; number += 1) {
      if (number === to) await gone;
      yield { number };
    }
  }
  release() { go(); return 'released'; }
}
`;

/** Sends a call whose answer comes as events, and gives them as they arrive. */
async function* eventsOf(url: string, body: unknown): AsyncGenerator<readonly [event: string, data: unknown]> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  let text = '';
  for await (const bytes of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    text += Buffer.from(bytes).toString('utf8');
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const one of events) {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/m.exec(one) ?? [];
      if (event !== '') yield [event, JSON.parse(data)];
    }
  }
}

test('values of a capability that streams leave as chunks while it runs, also where another server hosts it', async () => {
  const { helve, start: begin } = await createProject({
    'helve.config.json': JSON.stringify({
      server: { port: 0 },
      govern: false,
      workers: { capabilities: { counter: { maxConcurrent: 2 } } },
    }),
    'capabilities/counter/index.js': counter,
  });
  await helve(['worker', 'manifest', 'capabilities/counter']);
  const url = await urlOf(begin(['serve']));
  const other = await urlOf(begin(['serve']));
  // The first run is measured, alone.
  await postJson(`${url}/v1/tools/counter.numbers/call`, { to: 0 });
  for (const [action, at, data] of [
    ['numbers', url, [{ number: 1 }, { number: 2 }]],
    ['latest', other, { number: 2 }],
  ] as const) {
    const seen: (readonly [string, unknown])[] = [];
    for await (const event of eventsOf(`${at}/v1/tools/counter.${action}/call`, { to: 2 })) {
      seen.push(event);
      // The second value comes only after the first one was seen here.
      if (seen.length === 1) await postJson(`${url}/v1/tools/counter.release/call`, {});
    }
    expect(seen).toMatchObject([
      ['chunk', { chunk: { number: 1 } }],
      ['chunk', { chunk: { number: 2 } }],
      ['envelope', { ok: true, data }],
    ]);
  }
  expect(await postJson(`${url}/v1/tools/counter.numbers/call`, { to: 2 })).toMatchObject({
    body: { data: [{ number: 1 }, { number: 2 }] },
  });
});

test('the API shows and sets workers, and no secret of theirs', async () => {
  const { helve, start: begin } = await createProject({
    'helve.config.json': '{ "server": { "port": 0 } }',
    'capabilities/greeter/index.js': greeter,
  });
  await helve(['worker', 'manifest', 'capabilities/greeter']);
  await helve(['secret', 'set', 'greeter', 'GREETER_TOKEN'], { stdin: 'very-secret-1' });
  const server = begin(['serve']);
  const url = await urlOf(server);
  const start = await startHeaderOf(server);
  const read = async (path: string) => (await fetch(`${url}/v1/workers${path}`)).text();
  const seen: string[] = [];
  const get = async (path: string) => {
    const text = await read(path);
    seen.push(text);
    return JSON.parse(text) as unknown;
  };

  expect(await get('')).toMatchObject({
    workers: [{ id: 'greeter', state: 'absent', healthy: true, actions: ['greet'] }],
  });
  expect(await get('/greeter/env')).toMatchObject({
    variables: expect.arrayContaining([
      expect.objectContaining({ name: 'GREETER_TOKEN', secret: true, satisfied: true }),
      expect.objectContaining({ name: 'GREETER_TONE', value: 'plain', secret: false }),
    ]) as unknown,
    missing: [],
  });
  expect(await get('/greeter/config')).toMatchObject({
    schema: { type: 'object' },
    values: { word: 'Hello', apiKey: '[secret]' },
    options: {
      word: [
        { value: 'Hello', label: 'English' },
        { value: 'Salut', label: 'French' },
      ],
    },
  });
  expect(
    await postJson(`${url}/v1/workers/greeter/config`, { word: 'Salut', apiKey: '[secret]' }, start),
  ).toMatchObject({
    status: 200,
    body: { values: { word: 'Salut' } },
  });
  expect(await postJson(`${url}/v1/workers/greeter/config`, { word: 7 }, start)).toMatchObject({
    status: 422,
    body: { fieldsInvalid: ['/word'] },
  });
  expect(await get('/greeter')).toMatchObject({ id: 'greeter', state: 'running', healthy: true });
  expect(await postJson(`${url}/v1/tools/greeter.greet/call`, { name: 'Ada' })).toMatchObject({
    body: { data: { text: 'Salut Ada' } },
  });
  expect(seen.join()).not.toMatch(/very-secret-1|k-12345/);
  expect((await fetch(`${url}/v1/workers/nobody/env`)).status).toBe(404);
  server.process.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
});
