import type { TurnEvent } from '@helve/agent';
import {
  compileJsonSchema,
  createCaller,
  defineTool,
  ToolError,
  ToolRegistry,
  type JsonSchemaObject,
  type ToolResponse,
} from '@helve/core';
import {
  createGateway,
  type Chats,
  type FlowRun,
  type FlowRuns,
  type GatewayOptions,
  type Workers,
} from '@helve/gateway';
import { describe, expect, test } from 'vitest';

const simple = (id: string) =>
  defineTool({
    id,
    description: id,
    inputSchema: { type: 'object', properties: { flow: { type: 'string', title: id } } },
    execute: () => 1,
  });
const add = defineTool({
  id: 'add/ten',
  description: 'Adds <ten>',
  inputSchema: {
    type: 'object',
    properties: { a: { $ref: '#/$defs/number' } },
    required: ['a'],
    $defs: { number: { type: 'number' } },
  },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  execute: ({ a }) => ({ sum: Number(a) + 10 }),
});

const envelope: ToolResponse = {
  ok: true,
  data: { ok: true },
  intents: [],
  meta: {
    toolId: 'flow.check',
    toolVersion: '1',
    registryVersion: '1',
    requestId: 'r',
    duration: 1,
    responseSchemaVersion: '1.0.0',
  },
};
const run: FlowRun = {
  id: 'run 1',
  flow: 'f',
  userId: 'anonymous',
  state: 'running',
  startedAt: '2026-01-01T00:00:00Z',
  requestId: 'r',
};

/** A small host of flows, whose one run has three events. */
const flows: FlowRuns = {
  list: async () => [{ id: 'f', description: 'F', from: 'project' }],
  check: async (_request, _user, requestId) => ({ ...envelope, meta: { ...envelope.meta, requestId } }),
  run: async () => run,
  runs: async () => [run],
  get: async (id) => (id === run.id ? run : undefined),
  watch: async (_id, _user, { after = 0 }) =>
    (async function* () {
      if (after < 1) yield { seq: 1, type: 'progress', done: 1, total: 2 } as const;
      yield { seq: 2, type: 'end', state: 'done', response: envelope } as const;
    })(),
  cancel: async () => ({ ...run, state: 'cancelled' }),
  close: async () => {},
};

const row = {
  id: 'w',
  capability: 'w',
  version: '1',
  description: '',
  state: 'running',
  enabled: true,
  healthy: true,
  inFlight: 0,
  queued: 0,
  restarts: 0,
  actions: [],
  problems: [],
  calls: { completed: 5, failed: 2 },
  workers: [{ state: 'ready', pid: 7, inFlight: 0, restarts: 0, rssBytes: 1000, gpus: [] }],
};
const job = { id: 'j', target: 'greet', status: 'running', ageMs: 5, blockReason: null };
const config = { schema: { type: 'object' }, values: { mode: 'fast' }, options: {}, constraints: {} } as const;
const workers: Workers = {
  list: async () => [row],
  get: async (id) => (id === 'w' ? row : undefined),
  config: async (id) => (id === 'w' ? config : undefined),
  configure: async (_id, patch) => {
    if ('mode' in patch) return { ...config, values: patch };
    throw new ToolError('VALIDATION', 'Cannot set it', { code: 'WORKER_CONFIG', details: { fieldsInvalid: ['mood'] } });
  },
  env: async (id) => (id === 'w' ? { variables: [], missing: ['TOKEN'], problems: [] } : undefined),
  reload: async (id) => (id === 'w' ? row : undefined),
  enable: async (id, enabled) => (id === 'w' ? { ...row, enabled } : undefined),
  jobs: async (id) => (id === 'w' ? [job] : undefined),
  cancel: async (id, one) => (id === 'w' && one === job.id ? { job: one, status: 'cancelled' } : undefined),
  logs: async (id, { level, limit }) =>
    id === 'w'
      ? [{ time: '2026-01-01T00:00:00Z', level: level ?? 'info', source: 'log', message: String(limit) }]
      : undefined,
};

const turn: TurnEvent = { type: 'text', text: 'hello' } as TurnEvent;
const session = { id: 's', userId: 'anonymous', createdAt: '2026-01-01T00:00:00Z', busy: false, model: 'demo' };
const chats: Chats = {
  create: async (_user, { model }) => {
    if (model !== undefined) throw new ToolError('NOT_FOUND', 'Cannot find the model');
    return session;
  },
  list: async () => [session],
  get: async (id) => (id === 's' ? session : undefined),
  say: async (id) =>
    id === 's'
      ? (async function* () {
          yield turn;
        })()
      : undefined,
  answer: async (id) =>
    id === 's'
      ? (async function* () {
          yield turn;
        })()
      : undefined,
  answerCalls: async (id) => (id === 's' ? chats.say(id, { id: 'anonymous' }, '', AbortSignal.timeout(1)) : undefined),
  answerQuestion: async (id) => id === 's',
  waitingCalls: async (id) => (id === 's' ? [] : undefined),
  end: async (id) => id === 's',
  close: async () => {},
};

const startToken = 'of-this-very-start';

function open(options: Partial<GatewayOptions> = {}) {
  const tools = new ToolRegistry();
  for (const tool of [add, simple('flow.run'), simple('flow.check')]) tools.addInline(tool);
  const { fetch } = createGateway({ caller: createCaller({ tools }), flows, workers, chats, startToken, ...options });
  return async (line: string, body?: object, headers: Record<string, string> = {}) => {
    const [method = 'GET', path = ''] = line.split(' ', 2);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const start = headers['x-helve-start'] === '' ? {} : { 'x-helve-start': startToken };
    const { 'x-helve-start': _, ...more } = headers;
    const all = { 'content-type': 'application/json', ...start, ...more };
    const answer = await fetch(new Request(`http://localhost${path}`, { method, headers: all, ...sent }));
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : text,
    };
  };
}

describe('flows and runs', () => {
  test('are listed, checked, begun, watched and cancelled', async () => {
    const ask = open();
    expect((await ask('GET /v1/flows')).body).toEqual({ flows: await flows.list() });
    expect(await ask('POST /v1/flows/check', { flow: 'f' }, { 'x-request-id': 'r-1' })).toMatchObject({
      status: 200,
      body: { ok: true, meta: { requestId: 'r-1' } },
    });
    const begun = await ask('POST /v1/runs', { flow: 'f' });
    expect([begun.status, begun.headers.get('location')]).toEqual([202, '/v1/runs/run%201']);
    expect((await ask('GET /v1/runs')).body).toEqual({ runs: [run] });
    expect((await ask('GET /v1/runs/run%201')).body).toEqual(run);
    const events = await ask('GET /v1/runs/run%201/events');
    expect(events.text.match(/^(id|event): .*/gm)).toEqual(['id: 1', 'event: progress', 'id: 2', 'event: end']);
    const later = await ask('GET /v1/runs/run%201/events', undefined, { 'last-event-id': '1' });
    expect(later.text.match(/^id: .*/gm)).toEqual(['id: 2']);
    expect((await ask('POST /v1/runs/run%201/cancel', {})).body).toMatchObject({ state: 'cancelled' });
  });

  test.each(['GET /v1/runs/other', 'GET /v1/runs/other/events', 'POST /v1/runs/other/cancel'])(
    '%s is a 404',
    async (line) => {
      const answer = await open()(line, line.startsWith('POST') ? {} : undefined);
      expect(answer).toMatchObject({ status: 404, body: { code: 'GATEWAY_RUN_NOT_FOUND' } });
    },
  );

  test('do not exist for somebody who may not see the tool that runs them', async () => {
    const ask = open({ seenTools: async (tools) => tools.filter(({ id }) => id === 'add/ten') });
    for (const line of ['GET /v1/flows', 'POST /v1/runs', 'POST /v1/flows/check'])
      expect(await ask(line, line.startsWith('POST') ? {} : undefined)).toMatchObject({
        status: 404,
        body: { code: 'GATEWAY_NOT_FOUND' },
      });
  });
});

test('S18: without the start token flows are closed, and workers can be seen but not changed', async () => {
  const ask = open();
  const without = { 'x-helve-start': '' };
  for (const line of ['GET /v1/flows', 'POST /v1/runs', 'POST /v1/flows/check', 'POST /v1/workers/w/config'])
    expect(await ask(line, line.startsWith('POST') ? {} : undefined, without)).toMatchObject({
      status: 401,
      body: { code: 'GATEWAY_START_TOKEN_NEEDED' },
    });
  for (const line of ['GET /v1/workers', 'GET /v1/runs', 'GET /v1/sessions', 'GET /metrics'])
    expect((await ask(line, undefined, without)).status).toBe(200);
});

describe('workers', () => {
  test('are listed, shown, configured, and their environment is told', async () => {
    const ask = open();
    expect((await ask('GET /v1/workers')).body).toEqual({ workers: [row] });
    expect((await ask('GET /v1/workers/w')).body).toEqual(row);
    expect((await ask('GET /v1/workers/w/config')).body).toEqual(config);
    expect((await ask('POST /v1/workers/w/config', { mode: 'slow' })).body).toMatchObject({ values: { mode: 'slow' } });
    expect((await ask('GET /v1/workers/w/env')).body).toMatchObject({ missing: ['TOKEN'] });
  });

  test('are started anew, switched, and their jobs and lines are shown', async () => {
    const ask = open();
    expect((await ask('POST /v1/workers/w/reload', {})).body).toEqual(row);
    expect((await ask('POST /v1/workers/w/disable', {})).body).toMatchObject({ enabled: false });
    expect((await ask('POST /v1/workers/w/enable', {})).body).toMatchObject({ enabled: true });
    expect((await ask('GET /v1/workers/w/jobs')).body).toEqual({ jobs: [job] });
    expect((await ask('POST /v1/workers/w/jobs/j/cancel', {})).body).toEqual({ job: 'j', status: 'cancelled' });
    expect((await ask('POST /v1/workers/w/jobs/k/cancel', {})).status).toBe(404);
    expect((await ask('GET /v1/workers/w/logs?level=warn&limit=7')).body).toMatchObject({
      lines: [{ level: 'warn', message: '7' }],
    });
    expect((await ask('GET /v1/workers/w/logs?level=loud')).status).toBe(400);
    const without = { 'x-helve-start': '' };
    expect((await ask('GET /v1/workers/w/logs', undefined, without)).status).toBe(401);
    expect((await ask('POST /v1/workers/w/reload', {}, without)).status).toBe(401);
  });

  test('have series for Prometheus, each under the name of its worker', async () => {
    const { text } = await open()('GET /metrics');
    expect(text).toContain('helve_worker_calls_total{worker="w",outcome="failed"} 2');
    expect(text).toContain('helve_worker_resident_memory_bytes{worker="w",process="0"} 1000');
  });

  test('refuse with a problem that names the fields, and 404 where there is none', async () => {
    const ask = open();
    expect(await ask('POST /v1/workers/w/config', { mood: 1 })).toMatchObject({
      status: 400,
      body: { code: 'WORKER_CONFIG', fieldsInvalid: ['mood'] },
    });
    for (const part of ['', '/config', '/env'])
      expect(await ask(`GET /v1/workers/other${part}`)).toMatchObject({
        status: 404,
        body: { code: 'GATEWAY_WORKER_NOT_FOUND' },
      });
  });
});

describe('sessions', () => {
  test('begin, are talked to as one answer or as events, and end', async () => {
    const ask = open();
    const begun = await ask('POST /v1/sessions', {});
    expect([begun.status, begun.headers.get('location'), begun.body]).toEqual([201, '/v1/sessions/s', session]);
    expect((await ask('GET /v1/sessions')).body).toEqual({ sessions: [session] });
    expect((await ask('POST /v1/sessions/s/messages', { message: 'hi' })).body).toEqual({ events: [turn] });
    const streamed = await ask('POST /v1/sessions/s/messages', { message: 'hi' }, { accept: 'text/event-stream' });
    expect(streamed.body).toContain('event: text\ndata: {"type":"text","text":"hello"}');
    expect((await ask('POST /v1/sessions/s/answers', { approval: 'apr_1' })).body).toMatchObject({
      code: 'GATEWAY_APPROVAL_NOT_FOUND',
    });
    expect((await ask('DELETE /v1/sessions/s')).status).toBe(204);
  });

  test.each([
    ['POST /v1/sessions', { modle: 'x' }, 400],
    ['POST /v1/sessions', { model: 'x' }, 404],
    ['POST /v1/sessions/s/messages', { message: '' }, 400],
    ['POST /v1/sessions/s/answers', { token: 't', decision: 'yes' }, 400],
    ['POST /v1/sessions/other/messages', { message: 'hi' }, 404],
    ['GET /v1/sessions/other', undefined, 404],
    ['DELETE /v1/sessions/other', undefined, 404],
  ])('%s with %o is a problem', async (line, body, status) => {
    const answer = await open()(line, body);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  });
});

test('without its port an address is not there', async () => {
  const ask = open({ flows: undefined, workers: undefined, chats: undefined });
  for (const path of ['/v1/flows', '/v1/runs', '/v1/workers', '/v1/sessions'])
    expect((await ask(`GET ${path}`)).status).toBe(404);
});

describe('GET /v1/openapi.json', () => {
  type Document = {
    openapi: string;
    components: { schemas: Record<string, JsonSchemaObject> };
    paths: Record<
      string,
      Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: JsonSchemaObject }> } }>
    >;
  };
  const documentOf = async (options: Partial<GatewayOptions> = {}) =>
    (await open(options)('GET /v1/openapi.json')).body as unknown as Document;

  test('has every address of the door and every tool, each operation with a name of its own', async () => {
    const { openapi, paths } = await documentOf();
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/v1/tools/{name}/call',
        '/v1/tools/add%2Ften/call',
        '/v1/runs/{id}/events',
        '/v1/sessions/{id}/messages',
        '/v1/workers/{id}/config',
        '/readyz',
      ]),
    );
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys((await documentOf({ flows: undefined })).paths)).not.toContain('/v1/flows');
  });

  test('its references lead somewhere, and the schema of a tool still means what it meant', async () => {
    const document = await documentOf();
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"(#\/components[^"]*)"/g)].map(([, ref = '']) => ref);
    expect(refs.length).toBeGreaterThan(20);
    for (const ref of new Set(refs)) {
      const found = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => Reflect.get(Object(at), key), document);
      expect([ref, typeof found]).toEqual([ref, 'object']);
    }
    expect(JSON.stringify(document)).not.toMatch(/"\$id"|"\$defs"/);
    const schema =
      document.paths['/v1/tools/add%2Ften/call']?.['post']?.requestBody?.content['application/json']?.schema ?? {};
    expect(schema).toEqual({ $ref: '#/components/schemas/tool_add_ten_input' });
    const check = compileJsonSchema({ ...schema, components: document.components });
    expect([check.check({ a: 1 }).ok, check.check({ a: 'x' }).ok]).toEqual([true, false]);
  });

  test('says what runs take, as the tool that makes them does, and nothing of them to who may not see it', async () => {
    const { paths, components } = await documentOf();
    const { inputSchema } = simple('flow.run');
    const { $ref = '' } = paths['/v1/runs']?.['post']?.requestBody?.content['application/json']?.schema ?? {};
    expect(components.schemas[$ref.split('/').at(-1) ?? '']).toMatchObject(inputSchema);
    const seenTools: GatewayOptions['seenTools'] = async (tools) => tools.filter(({ id }) => id !== 'flow.run');
    const seen = Object.keys((await documentOf({ seenTools })).paths);
    expect(seen).toContain('/v1/flows/check');
    expect(seen.filter((path) => path.startsWith('/v1/runs') || path === '/v1/flows')).toEqual([]);
  });

  test('tells every address that the door has, and no other', async () => {
    const { paths } = await documentOf();
    const ask = open();
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) {
        const { status, body } = await ask(`OPTIONS ${path.replaceAll(/\{\w+\}/g, 'x')}`);
        expect([path, status, body]).toEqual([path, 204, '']);
        expect((await ask(`OPTIONS ${path.replaceAll(/\{\w+\}/g, 'x')}`)).headers.get('allow')).toContain(
          method.toUpperCase(),
        );
      }
  });
});

test('GET /v1/docs is a page without scripts in which names cannot break out', async () => {
  const page = await open()('GET /v1/docs');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toContain('Adds &lt;ten&gt;');
  expect(page.body).not.toMatch(/<script|https?:\/\/(?!json-schema)/);
  expect((await open()('GET /v1/docs.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
});

describe('health and metrics', () => {
  test('GET /readyz says no while something is missing, without saying what', async () => {
    const told: unknown[] = [];
    const ready = async () => Promise.reject(new Error('disk /secret is gone'));
    const answer = await open({ ready, onError: (error) => told.push(error) })('GET /readyz');
    expect(answer).toMatchObject({ status: 503, body: { code: 'GATEWAY_NOT_READY' } });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(told).toHaveLength(1);
    expect(await open()('GET /readyz')).toMatchObject({ status: 200, body: { ready: true } });
  });

  test('GET /metrics counts calls, requests and refusals; no name that a client made up becomes a label', async () => {
    const ask = open();
    await ask('POST /v1/tools/add%2Ften/call', { a: 1 });
    await ask('POST /v1/tools/add%2Ften/call', { a: 'secret-1' });
    for (let i = 0; i < 50; i += 1) {
      await ask(`POST /v1/tools/made-up-${i}/call`, {});
      await ask(`GET /made-up-${i}`);
    }
    const { text } = await ask('GET /metrics');
    expect(text).toContain('helve_calls_total{tool="add/ten",door="http",outcome="ok"} 1');
    expect(text).toContain('helve_calls_total{tool="add/ten",door="http",outcome="VALIDATION"} 1');
    expect(text).toContain('helve_calls_total{tool="unknown",door="http",outcome="NOT_FOUND"} 50');
    expect(text).toContain('helve_http_requests_total{route="none",method="GET",status="404"} 50');
    expect(text).toContain('helve_http_refusals_total{code="GATEWAY_NOT_FOUND"} 50');
    expect(text).toContain('helve_call_duration_seconds_count{door="http"} 52');
    expect(text).toContain('helve_calls_in_flight 0');
    expect(text).not.toMatch(/made-up|secret-1/);
    const buckets = [...text.matchAll(/helve_call_duration_seconds_bucket\{door="http",le="[^"]+"\} (\d+)/g)].map(
      ([, n]) => Number(n),
    );
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  });
});
