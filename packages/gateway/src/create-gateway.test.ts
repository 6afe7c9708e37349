import { createCaller, isToolError, ToolRegistry, type Caller } from '@helve/core';
import { createGateway, gatewayDefaults, gatewayErrors, startGateway, type GatewayOptions } from '@helve/gateway';
import { describe, expect, test } from 'vitest';

const caller = createCaller({ tools: new ToolRegistry() });
const ask = (path: string, init?: RequestInit, options: Partial<GatewayOptions> = {}) =>
  createGateway({ caller, ...options }).fetch(new Request(`http://localhost${path}`, init));

/** A caller that cannot list its tools. */
function broken(thrown: unknown): Caller {
  const contracts = () => {
    throw thrown;
  };
  return { ...caller, tools: { version: '1', size: 0, get: () => undefined, list: () => [], contracts } };
}

describe('createGateway', () => {
  test('answers without a socket', async () => {
    const answer = await ask('/healthz');
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  });

  test.each([
    '/nope',
    '/v1/tools/',
    '/v1/tools/a/b/c',
    '/assets/',
    '/assets/../package.json',
    '/assets/%2e%2e/package.json',
    '/assets/page.ts',
    '/favicon.ico',
  ])('answers %s with a 404 problem', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({ status: 404, code: 'GATEWAY_NOT_FOUND', title: 'Not Found' });
  });

  test.each([
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/tools', 'GET, HEAD, OPTIONS'],
    ['PUT', '/v1/tools/add', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/tools/add/call', 'POST, OPTIONS'],
    ['HEAD', '/v1/tools/add/call', 'POST, OPTIONS'],
    ['PATCH', '/assets/page.js', 'GET, HEAD, OPTIONS'],
  ])('answers %s %s with 405 and what is allowed', async (method, path, allow) => {
    const answer = await ask(path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  });

  test('answers HEAD like GET, without a body', async () => {
    const [get, head] = [await ask('/v1/tools'), await ask('/v1/tools', { method: 'HEAD' })];
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, get.headers.get('etag'), '']);
  });

  test('answers OPTIONS with what is allowed', async () => {
    const answer = await ask('/v1/tools/add/call', { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([204, 'POST, OPTIONS', '']);
  });

  test.each(['/', '/v1/tools', '/nope', '/assets/page.js'])('puts the safety headers on %s', async (path) => {
    const { headers } = await ask(path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  test.each([new Error('secret of the house'), 'a secret that is no error'])(
    'answers 500 when it fails itself, and tells onError: %s',
    async (thrown) => {
      const told: unknown[] = [];
      const init = { headers: { 'x-request-id': 'r-9' } };
      const answer = await ask('/v1/tools', init, { caller: broken(thrown), onError: (...args) => told.push(args) });
      const text = await answer.text();
      expect([answer.status, answer.headers.get('x-request-id')]).toEqual([500, 'r-9']);
      expect(JSON.parse(text)).toMatchObject({
        code: 'GATEWAY_FAILED',
        detail: expect.stringContaining('request r-9'),
      });
      expect(text).not.toContain('secret');
      expect(told).toEqual([[thrown, { requestId: 'r-9', method: 'GET', path: '/v1/tools' }]]);
    },
  );

  test('answers even when onError throws', async () => {
    const onError = () => {
      throw new Error('the log is full');
    };
    const { error } = console;
    const written: unknown[] = [];
    console.error = (...args: unknown[]) => void written.push(args);
    const answer = await ask('/v1/tools', {}, { caller: broken(new Error('no')), onError });
    console.error = error;
    expect(answer.status).toBe(500);
    expect(String(written)).toContain('onError');
  });
});

describe('the options of a gateway', () => {
  test.each<[Record<string, unknown>, string, string?]>([
    [{ maxBodyByte: 1 }, 'unknown option "maxBodyByte"', 'Did you mean "maxBodyBytes"?'],
    [{ port: 1 }, 'unknown option "port"'],
    [{ tools: [] }, 'unknown option "tools"'],
    [{ caller: undefined }, 'option "caller" is missing, expected a caller of `createCaller`'],
    [{ caller: new ToolRegistry() }, 'option "caller" is of type object, expected a caller of `createCaller`'],
    [{ user: { id: 'anna' } }, 'option "user" is of type object, expected a function'],
    [
      { approvals: { list() {} } },
      'option "approvals" is of type object, expected an object with list, get, decide, resume',
    ],
    [{ trail: [] }, 'option "trail" is a list, expected an object with list, verify'],
    [{ maxBodyBytes: 0 }, 'option "maxBodyBytes" is 0, expected a whole number of bytes above 0'],
    [{ maxBodyBytes: 1.5 }, 'option "maxBodyBytes" is 1.5, expected a whole number of bytes above 0'],
    [
      { allowedHosts: ['http://a.example'] },
      'option "allowedHosts" is a list, expected a list of host names without scheme and port',
    ],
    [
      { allowedHosts: ['a.example:80'] },
      'option "allowedHosts" is a list, expected a list of host names without scheme and port',
    ],
    [
      { allowedOrigins: ['*'] },
      'option "allowedOrigins" is a list, expected a list of origins such as "https://app.example"',
    ],
    [
      { allowedOrigins: ['https://a.example/path'] },
      'option "allowedOrigins" is a list, expected a list of origins such as "https://app.example"',
    ],
    [{ onError: 'log' }, 'option "onError" is of type string, expected a function'],
  ])('are refused when they are %o', (options, problem, suggestion) => {
    const open = () => createGateway({ caller, ...options });
    expect(open).toThrow(`Cannot open the gateway: ${problem}`);
    try {
      open();
    } catch (error) {
      expect(isToolError(error, 'GATEWAY_OPTION_INVALID') && error.details?.suggestion).toBe(
        suggestion ?? 'Correct the options of the gateway',
      );
    }
  });

  test.each<[Record<string, unknown>, string]>([
    [{ prot: 1 }, 'unknown option "prot"'],
    [{ port: 65_536 }, 'option "port" is 65536, expected a whole number from 0 to 65535'],
    [{ port: '80' }, 'option "port" is of type string, expected a whole number from 0 to 65535'],
    [{ host: ' ' }, 'option "host" is of type string, expected an address or host name'],
    [{ closeGraceMs: -1 }, 'option "closeGraceMs" is -1, expected whole milliseconds'],
    [{ requestTimeoutMs: Infinity }, 'option "requestTimeoutMs" is Infinity, expected whole milliseconds'],
  ])('of startGateway are refused when they are %o', async (options, problem) => {
    await expect(startGateway({ caller, ...options })).rejects.toThrow(`Cannot open the gateway: ${problem}`);
  });

  test('may be undefined, which means the default', async () => {
    expect((await ask('/healthz', {}, { maxBodyBytes: undefined, allowedHosts: undefined })).status).toBe(200);
    expect(Object.isFrozen(gatewayDefaults)).toBe(true);
    expect(gatewayDefaults).toMatchObject({ host: '127.0.0.1', port: 4310, maxBodyBytes: 1_048_576 });
  });
});

test('every error of the gateway has a code of its own, a message and advice', () => {
  for (const { code, room, message, docs } of gatewayErrors.rows) {
    expect(code).toMatch(/^GATEWAY_[A-Z_]+$/);
    expect([room, message.startsWith('Cannot '), message.endsWith('.'), docs === '']).toEqual([
      'gateway',
      true,
      false,
      false,
    ]);
  }
});
