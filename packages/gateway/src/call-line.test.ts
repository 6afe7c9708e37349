import { createCaller, ToolError, ToolRegistry, type ToolHook, type ToolInvokeContext } from '@helve/core';
import { createGateway, type GatewayOptions } from '@helve/gateway';
import { expect, test } from 'vitest';

/** A door whose caller has one hook, which notes what it sees. */
function open(options: Partial<GatewayOptions> = {}) {
  const seen: Partial<ToolInvokeContext>[] = [];
  const watch: ToolHook = {
    willCheckConsent: ({ user, call, idempotencyKey, confirmationToken, requestId }) =>
      void seen.push({ user, call, idempotencyKey, confirmationToken, requestId }),
  };
  const tools = new ToolRegistry();
  const record = { name: 'It', description: 'Does it', inputSchema: { type: 'object' }, hooksByStage: {} } as const;
  tools.addInline({ ...record, id: 'it', execute: () => 'done' });
  const caller = createCaller({ tools, hooks: [watch] });
  const call = (headers: Record<string, string> = {}) =>
    createGateway({ caller, ...options }).fetch(
      new Request('http://localhost/v1/tools/it/call', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      }),
    );
  return { seen, call };
}

test('a call over HTTP goes through the hooks of the caller, from an anonymous user by the door http', async () => {
  const { call, seen } = open();
  expect(await (await call({ 'x-request-id': 'r-1' })).json()).toMatchObject({ ok: true, data: 'done' });
  expect(seen).toEqual([
    {
      user: { id: 'anonymous' },
      call: { door: 'http' },
      requestId: 'r-1',
      idempotencyKey: undefined,
      confirmationToken: undefined,
    },
  ]);
});

test.each([
  [{ 'idempotency-key': 'k' }, { idempotencyKey: 'k' }],
  [{ 'x-idempotency-key': 'k' }, { idempotencyKey: 'k' }],
  [{ 'x-confirmation-token': 't' }, { confirmationToken: undefined }],
])('a call over HTTP is told by the headers %o', async (headers: Record<string, string>, facts) => {
  const { call, seen } = open();
  await call(headers);
  expect(seen).toMatchObject([facts]);
});

test.each(['', 'k'.repeat(257)])('a call over HTTP with the idempotency key "%s" is refused', async (key) => {
  const { call, seen } = open();
  const answer = await call({ 'idempotency-key': key });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'GATEWAY_HEADER_INVALID' }]);
  expect(seen).toEqual([]);
});

test('a call over HTTP is made by whom the host takes the sender for', async () => {
  const { call, seen } = open({ user: async (request) => ({ id: request.headers.get('x-who') ?? '', roles: ['r'] }) });
  await call({ 'x-who': 'anna' });
  expect(seen).toMatchObject([{ user: { id: 'anna', roles: ['r'] } }]);
});

test('a host may refuse a sender in its own words, and nothing runs', async () => {
  const refuse = () => {
    throw new ToolError('AUTH', 'the key has expired');
  };
  const { call, seen } = open({ user: refuse });
  const answer = await call();
  expect([answer.status, await answer.json()]).toMatchObject([
    401,
    { code: 'GATEWAY_USER_REFUSED', detail: 'Cannot accept the request: the key has expired' },
  ]);
  expect(seen).toEqual([]);
});

test('a host that fails to tell who it is refuses everybody, and keeps the reason', async () => {
  const told: unknown[] = [];
  const fail = () => {
    throw new Error('the secret directory is down');
  };
  const { call, seen } = open({ user: fail, onError: (error) => told.push(error) });
  const answer = await call();
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('directory');
  expect(told).toHaveLength(1);
  expect(seen).toEqual([]);
});

test.each([
  ['a presentation that does not fit the promised schema', 'three', 500],
  ['one that fits', { sum: 3 }, 200],
])('an answer over HTTP that was changed by a hook: %s', async (_, shown, status) => {
  const tools = new ToolRegistry();
  const outputSchema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] } as const;
  const record = { name: 'It', description: 'Does it', inputSchema: { type: 'object' }, hooksByStage: {} } as const;
  tools.addInline({ ...record, id: 'it', outputSchema, execute: () => ({ sum: 1 }) });
  const present: ToolHook = { willTransformOutput: (ctx) => void (ctx.output = shown) };
  const request = new Request('http://localhost/v1/tools/it/call', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const answer = await createGateway({ caller: createCaller({ tools, hooks: [present] }) }).fetch(request);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject(
    status === 200 ? { ok: true, data: shown } : { ok: false, error: { details: { code: 'CALL_OUTPUT_INVALID' } } },
  );
});
