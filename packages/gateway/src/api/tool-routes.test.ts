import { createCaller, defineTool, ToolError, ToolRegistry, validateToolResponse, type ToolRecord } from '@helve/core';
import { startGateway, type StartGatewayOptions } from '@helve/gateway';
import { describe, expect, onTestFinished, test } from 'vitest';

const add = defineTool({
  id: 'add',
  title: 'Add two numbers',
  description: 'Adds a and b',
  version: '1.2.3',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  execute: ({ a, b }) => ({ sum: a + b }),
});

function toolThat(execute: ToolRecord['execute'], id = 'it'): ToolRecord {
  return { id, name: 'It', description: 'Does it', inputSchema: { type: 'object' }, hooksByStage: {}, execute };
}

async function open(tools: readonly ToolRecord[], options: Partial<StartGatewayOptions> = {}) {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.addInline(tool);
  const { url, close } = await startGateway({ caller: createCaller({ tools: registry }), port: 0, ...options });
  onTestFinished(close);
  const call = (id: string, input: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/v1/tools/${encodeURIComponent(id)}/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
  return { url, registry, call };
}

describe('GET /v1/tools', () => {
  test('lists the contracts and the version of the registry', async () => {
    const { url, registry } = await open([add, toolThat(() => 1)]);
    const answer = await fetch(`${url}/v1/tools`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual({
      tools: structuredClone(registry.contracts()),
      version: registry.snapshot().version,
    });
  });

  test('answers 304 without a body to a client that has the same list', async () => {
    const { url } = await open([add]);
    const etag = (await fetch(`${url}/v1/tools`)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `"other", W/${etag}`, '*']) {
      const again = await fetch(`${url}/v1/tools`, { headers: { 'if-none-match': known } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await fetch(`${url}/v1/tools`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('gives another tag after a change of the registry, and after its sealing', async () => {
    const registry = new ToolRegistry();
    registry.addInline(add);
    // A caller of one's own, whose tools may still change.
    const { url } = await open([], { caller: { ...createCaller({ tools: registry }), tools: registry } });
    const tag = async () => (await fetch(`${url}/v1/tools`)).headers.get('etag');
    const before = await tag();
    registry.addInline(toolThat(() => 1));
    const after = await tag();
    registry.seal();
    expect(new Set([before, after, await tag()]).size).toBe(3);
  });
});

describe('GET /v1/tools/:name', () => {
  test('gives one contract', async () => {
    const { url, registry } = await open([add]);
    expect(await (await fetch(`${url}/v1/tools/add`)).json()).toEqual(structuredClone(registry.contracts()[0]));
  });

  test('finds tools whose ids hold slashes, spaces, percent signs and letters of other scripts', async () => {
    const ids = ['a/b', 'a b', '100%', '%41', 'größe', '../up', '"quoted"'];
    const { url, call } = await open(ids.map((id) => toolThat(() => id, id)));
    for (const id of ids) {
      const contract = await (await fetch(`${url}/v1/tools/${encodeURIComponent(id)}`)).json();
      expect(contract).toMatchObject({ id });
      expect(await (await call(id, {})).json()).toMatchObject({ ok: true, data: id });
    }
  });

  test('answers 404 with the nearest name when there is no such tool', async () => {
    const { url } = await open([add]);
    const answer = await fetch(`${url}/v1/tools/ad`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'GATEWAY_TOOL_NOT_FOUND', suggestion: 'Did you mean "add"?' });
    expect((await fetch(`${url}/v1/tools/__proto__`)).status).toBe(404);
  });
});

describe('POST /v1/tools/:name/call', () => {
  test('takes the body as the input and answers with the envelope', async () => {
    const { call } = await open([add]);
    const answer = await call('add', { a: 1, b: 2 });
    const envelope: unknown = await answer.json();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(envelope).toMatchObject({ ok: true, data: { sum: 3 }, meta: { toolId: 'add', toolVersion: '1.2.3' } });
    expect(validateToolResponse(envelope)).toEqual({ ok: true, issues: [] });
  });

  test('answers 400 with every issue when the input does not fit', async () => {
    const { call } = await open([add]);
    const answer = await call('add', { a: 'one', c: 3 });
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as { error: { details: { issues: { pointer: string }[] } } };
    expect(error.details.issues.map(({ pointer }) => pointer).toSorted()).toEqual(['/a', '/b', '/c']);
  });

  test.each([
    ['NOT_FOUND', 404],
    ['CONFLICT', 409],
    ['PERMANENT', 422],
    ['AUTH', 403],
    ['TRANSIENT', 503],
  ] as const)('answers %s with the status of the table', async (type, status) => {
    const { call } = await open([
      toolThat(() => {
        throw new ToolError(type, 'Cannot do it');
      }),
    ]);
    const answer = await call('it', {});
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ ok: false, error: { type, message: 'Cannot do it' } });
  });

  test('answers an unknown tool with an envelope and 404', async () => {
    const { call } = await open([add]);
    const answer = await call('ad', {});
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ ok: false, error: { details: { code: 'CALL_TOOL_NOT_FOUND' } } });
  });

  test('says in whole seconds when to come back', async () => {
    const { call } = await open([
      toolThat(() => {
        throw new ToolError('RATE_LIMIT', 'Cannot do it yet', { retryAfterMs: 1_200 });
      }),
    ]);
    const answer = await call('it', {});
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2']);
  });

  test('keeps the text of an unforeseen failure inside and tells onError', async () => {
    const told: unknown[] = [];
    const secret = new Error('password is hunter2');
    const { call } = await open(
      [
        toolThat(() => {
          throw secret;
        }),
      ],
      { onError: (error, where) => told.push([error, where]) },
    );
    const answer = await call('it', {}, { 'x-request-id': 'r-1' });
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('.ts');
    expect(told).toEqual([[secret, { requestId: 'r-1', method: 'POST', path: '/v1/tools/it/call', toolId: 'it' }]]);
  });

  test.each([
    ['data', 'CALL_OUTPUT_NOT_JSON', 0, () => ({ big: 10n ** 30n })],
    [
      'the details of an error',
      'CALL_OUTPUT_INVALID',
      1,
      () => {
        throw new ToolError('PERMANENT', 'Cannot do it', { details: { big: 1n } });
      },
    ],
  ])('answers 500 with an envelope when %s have no JSON form, named %s', async (_, code, count, execute) => {
    const told: unknown[] = [];
    const { call } = await open([toolThat(execute)], { onError: (error) => told.push(error) });
    const answer = await call('it', {});
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({
      ok: false,
      error: { type: 'INTERNAL', details: { code } },
    });
    // What names the mistake of the tool needs no report.
    expect(told).toHaveLength(count);
  });

  test('answers 50 calls at once, each with its own result', async () => {
    let together = 0;
    let openToAll = () => {};
    const six = new Promise<void>((resolve) => (openToAll = resolve));
    // Nobody is done before six of them run side by side.
    const slow = toolThat(async (input) => {
      if (++together === 6) openToAll();
      await six;
      return input;
    });
    const { call } = await open([slow]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => call('it', { n }, { 'x-request-id': `r-${n}` })),
    );
    const envelopes = await Promise.all(answers.map((answer) => answer.json()));
    expect(envelopes.map((envelope) => (envelope as { data: unknown }).data)).toEqual(
      Array.from({ length: 50 }, (_, n) => ({ n })),
    );
    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(
      Array.from({ length: 50 }, (_, n) => `r-${n}`),
    );
  });
});

describe('x-request-id', () => {
  test('is taken over when it is sane, in the header and in the envelope', async () => {
    const { call } = await open([add]);
    const answer = await call('add', { a: 1, b: 2 }, { 'x-request-id': 'trace:4/7_a.b+c=' });
    expect(answer.headers.get('x-request-id')).toBe('trace:4/7_a.b+c=');
    expect(await answer.json()).toMatchObject({ meta: { requestId: 'trace:4/7_a.b+c=' } });
  });

  test.each(['with space', '<script>', 'x'.repeat(129), ''])('is made anew when it is %j', async (given) => {
    const { url } = await open([add]);
    const id = (await fetch(`${url}/healthz`, { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f-]{36}$/);
  });
});
