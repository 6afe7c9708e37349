import { createCaller, ToolRegistry } from '@helve/core';
import { createMemoryApiKeyStore } from '@helve/govern';
import { createApiKey, createGateway, type GatewayOptions } from '@helve/gateway';
import { describe, expect, test } from 'vitest';
import { scopeOf } from '../auth/access.js';
import { createRoutes } from '../create-gateway.js';
import { toSettings } from '../gateway-settings.js';
import type { Route } from './route.js';
import { RunningCalls } from './running-calls.js';

/** Creates a port that notes which of its methods were reached. */
function unreachable(reached: string[]): never {
  return new Proxy({} as never, {
    get: (_, name) => async () => {
      // The log of refusals is written by the gateway itself.
      if (name === 'append') return undefined;
      reached.push(String(name));
      throw new Error(`reached ${String(name)}`);
    },
  });
}

const maxBodyBytes = 100;

/** Options under which every route exists. */
function everything(reached: string[] = []): GatewayOptions {
  return {
    caller: createCaller({ tools: new ToolRegistry() }),
    approvals: unreachable(reached),
    trail: unreachable(reached),
    flows: unreachable(reached),
    workers: unreachable(reached),
    chats: unreachable(reached),
    voices: unreachable(reached),
    maxBodyBytes,
    onError: () => undefined,
  };
}

const routes = createRoutes(toSettings(everything()), new RunningCalls());
const named = (rows: readonly Route[]) => rows.map((row): [string, Route] => [`${row.method} ${row.path}`, row]);
const closed = routes.filter(({ access }) => access !== 'open');
const writing = routes.filter(({ method }) => method === 'POST');

interface Sent {
  readonly origin?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function requestOf(
  { method, path }: Route,
  { origin = 'http://localhost', headers = {}, body = '{}' }: Sent = {},
): Request {
  const url = origin + path.replaceAll(/:\w+/g, 'x');
  const init = method === 'POST' ? { body, headers: { 'content-type': 'application/json', ...headers } } : { headers };
  return new Request(url, { method, ...init });
}

/** Sends one request that must not reach a port, and returns the status of its response. */
async function send(route: Route, sent: Sent = {}, options: Partial<GatewayOptions> = {}) {
  const reached: string[] = [];
  const response = await createGateway({ ...everything(reached), ...options }).fetch(requestOf(route, sent));
  expect(reached).toEqual([]);
  return response.status;
}

describe('every row of the route table', () => {
  test('is in the table once', () => {
    const names = named(routes).map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(35);
  });

  test.each(named(routes))('%s answers to no foreign host', async (_, route) => {
    expect(await send(route, { origin: 'http://evil.example' })).toBe(421);
    expect(await send(route, { headers: { host: 'evil.example' } })).toBe(421);
  });

  test.each(named(routes))('%s answers to no foreign page', async (_, route) => {
    expect(await send(route, { headers: { origin: 'https://evil.example' } })).toBe(403);
  });

  test.each(named(closed))('%s is for nobody without a key', async (_, route) => {
    const auth = { keys: createMemoryApiKeyStore() };
    expect(await send(route, {}, { auth })).toBe(401);
    expect(await send(route, { headers: { authorization: 'Bearer nonsense' } }, { auth })).toBe(401);
  });

  test.each(named(closed.filter(({ access }) => access !== 'user')))(
    '%s is for nobody without its scope',
    async (_, route) => {
      expect(await send(route, {}, { user: () => ({ id: 'ada', scopes: ['helve:other'] }) })).toBe(403);
    },
  );

  test.each(named(closed))('%s counts against the limit of a key', async (_, route) => {
    const { key, token } = createApiKey({ name: 'ada', scopes: [scopeOf('files')] });
    const auth = { keys: createMemoryApiKeyStore([key]), perMinute: 1 };
    const gateway = createGateway({ ...everything(), auth });
    const headers = { authorization: `Bearer ${token}` };
    // A body that is refused: the request counts before it is read.
    await gateway.fetch(requestOf(route, { headers, body: '' }));
    expect((await gateway.fetch(requestOf(route, { headers }))).status).toBe(429);
  });

  test.each(named(writing))('%s takes nothing but JSON of a limited size', async (_, route) => {
    const options = { user: () => ({ id: 'ada', roles: ['admin'] }) };
    expect(route.body).toBeDefined();
    expect(await send(route, { headers: { 'content-type': 'text/plain' } }, options)).toBe(415);
    expect(await send(route, { body: `{"a":"${'x'.repeat(maxBodyBytes)}"}` }, options)).toBe(413);
    expect(await send(route, { body: '{' }, options)).toBe(400);
    expect(await send(route, { body: '{"__proto__":{}}' }, options)).toBe(400);
  });

  test.each(named(routes.filter(({ method }) => method !== 'POST')))('%s has no body', (_, route) => {
    expect(route.body).toBeUndefined();
  });

  test.each(named(routes))('%s answers with the headers that every response has', async (_, route) => {
    const { headers } = await createGateway(everything()).fetch(requestOf(route, { body: '' }));
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).not.toBeNull();
  });
});
