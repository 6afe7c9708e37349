import { createCaller, ToolRegistry, type StoredCallRecord, type TrailFilter } from '@helve/core';
import { createGateway, type GatewayOptions, type TrailReader } from '@helve/gateway';
import { describe, expect, test } from 'vitest';

const record: StoredCallRecord = {
  requestId: 'r/1',
  toolId: 'add',
  toolVersion: '1.0.0',
  registryVersion: 'v',
  userId: 'anna',
  owner: '//anna',
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  attempts: 1,
  outcome: { kind: 'success' },
  rawInput: {},
  input: {},
  trace: [],
  redacted: [],
  seq: 1,
  previousHash: '0',
  hash: '1',
};

const startToken = 'of-this-very-start';

function withStart(request: Request): Request {
  request.headers.set('x-helve-start', startToken);
  return request;
}

function createReader() {
  const asked: unknown[] = [];
  const trail: TrailReader = {
    async list(filter?: TrailFilter) {
      asked.push(filter);
      if (filter?.beforeSeq === record.seq) return [];
      return filter?.requestId === undefined || filter.requestId === record.requestId ? [record] : [];
    },
    async verify(head) {
      asked.push(head);
      return { ok: true, count: 1, head: { hash: '1', count: 1 } };
    },
  };
  const caller = createCaller({ tools: new ToolRegistry() });
  const ask = (path: string, init: RequestInit = {}, options: Partial<GatewayOptions> = {}) =>
    createGateway({ caller, trail, startToken, ...options }).fetch(
      withStart(new Request(`http://localhost${path}`, init)),
    );
  const verify = (body: string) =>
    ask('/v1/trail/verify', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return { asked, ask, verify };
}

describe('the trail of a gateway', () => {
  test('is listed, narrowed by what the query says', async () => {
    const { ask, asked } = createReader();
    expect(await (await ask('/v1/trail')).json()).toEqual({ records: [record] });
    await ask('/v1/trail?tool=add&user=anna&session=s&outcome=failed&before=9&limit=5');
    const filter = { toolId: 'add', userId: 'anna', sessionId: 's', outcome: 'failed', beforeSeq: 9, limit: 5 };
    const maxBytes = 4 * 1_048_576;
    expect(asked).toEqual([
      { maxBytes },
      { maxBytes, beforeSeq: 1, limit: 1 },
      { ...filter, maxBytes },
      { ...filter, maxBytes, beforeSeq: 1, limit: 1 },
    ]);
  });

  test('lists large inputs and outputs by their beginning, and shows them whole by their id', async () => {
    const large = { ...record, input: { text: 'x'.repeat(5_000) }, output: 'y' };
    const trail: TrailReader = { list: async () => [large], verify: async () => Promise.reject(new Error('unused')) };
    const { ask } = createReader();
    const { records, next } = (await (await ask('/v1/trail', {}, { trail })).json()) as {
      records: StoredCallRecord[];
      next: number;
    };
    expect(next).toBe(1);
    expect(records[0]).toMatchObject({ output: 'y', cut: [{ part: 'input', bytes: 5_011 }] });
    expect(records[0]?.input).toHaveLength(256);
    expect(await (await ask('/v1/trail/r%2F1', {}, { trail })).json()).toEqual(large);
  });

  test.each([
    ['tol=add', 'Cannot read the query: there is no "tol"', 'Did you mean "tool"?'],
    ['outcome=fine', 'Cannot read the query: "outcome" must be one of success, '],
    ['limit=0', 'Cannot read the query: "limit" must be a whole number from 1 to 500'],
    ['limit=501', 'Cannot read the query: "limit" must be a whole number from 1 to 500'],
    ['before=x', 'Cannot read the query: "before" must be a whole number'],
    ['__proto__=1', 'Cannot read the query: there is no "__proto__"'],
  ])('refuses the query %s', async (query, problem, suggestion?: string) => {
    const { ask, asked } = createReader();
    const answer = await ask(`/v1/trail?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'GATEWAY_QUERY_INVALID',
      detail: expect.stringContaining(problem),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
    expect(asked).toEqual([]);
  });

  test('gives one record by its request, and 404 for none', async () => {
    const { ask } = createReader();
    expect(await (await ask(`/v1/trail/${encodeURIComponent('r/1')}`)).json()).toEqual(record);
    const none = await ask('/v1/trail/none');
    expect([none.status, await none.json()]).toMatchObject([404, { code: 'GATEWAY_RECORD_NOT_FOUND' }]);
  });

  test('is checked, also against a head from elsewhere', async () => {
    const { verify, asked } = createReader();
    expect(await (await verify('{}')).json()).toMatchObject({ ok: true, count: 1 });
    await verify('{"head":"1"}');
    expect(asked).toEqual([undefined, '1']);
    expect((await verify('{"hed":"1"}')).status).toBe(400);
    expect((await verify('{"head":1}')).status).toBe(400);
  });

  test('is not there without a reader', async () => {
    const { ask } = createReader();
    for (const path of ['/v1/trail', '/v1/trail/r1', '/v1/trail/verify']) {
      const answer = await ask(path, {}, { trail: undefined });
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'GATEWAY_NOT_FOUND' }]);
    }
  });
});
