import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCaller, defineTool, ToolRegistry, type ToolUser } from '@helve/core';
import { createApiKey, createGateway, startGateway, type AuthOptions, type GatewayOptions } from '@helve/gateway';
import { createMemoryApiKeyStore, type ApiKey } from '@helve/govern';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';

const whoami = defineTool({
  id: 'whoami',
  description: 'Says who calls',
  inputSchema: { type: 'object' },
  execute: (_, ctx) => ({ user: ctx.user }),
});

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

function open(auth: AuthOptions, options: Partial<GatewayOptions> = {}) {
  const tools = new ToolRegistry();
  tools.addInline(whoami);
  const { fetch } = createGateway({ caller: createCaller({ tools }), auth, ...options });
  const ask = (path: string, token?: string, init: Init = {}) =>
    fetch(
      new Request(`http://localhost${path}`, {
        ...init,
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...init.headers },
      }),
    );
  const call = async (token: string): Promise<ToolUser> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const answer = (await (await ask('/v1/tools/whoami/call', token, init)).json()) as { data: { user: ToolUser } };
    return answer.data.user;
  };
  return { ask, call };
}

function keyed(facts: Partial<ApiKey> = {}) {
  const { key, token } = createApiKey({ name: 'ci', ...facts });
  const store = createMemoryApiKeyStore([{ ...key, ...facts }]);
  return { key, token, store };
}

const trail = {
  list: async () => [],
  get: async () => undefined,
  verify: async () => ({ ok: true, count: 0, head: { hash: '', count: 0 } }) as const,
};

describe('bearer keys', () => {
  test('a call is made as the user of its key, with roles, scopes and tenant', async () => {
    const { token, store, key } = keyed({ roles: ['ops'], scopes: ['read'], tenant: 'acme' });
    const { call } = open({ keys: store });
    expect(await call(token)).toEqual({
      id: 'ci',
      issuer: 'helve:keys',
      roles: ['ops'],
      scopes: ['read'],
      tenant: 'acme',
    });
    expect((await store.get(key.id))?.lastUsedAtMs).toBeGreaterThan(0);
  });

  test('a key that expires loses its open feeds', async () => {
    const { token, store } = keyed({ roles: ['admin'], expiresAtMs: Date.now() + 200 });
    const answer = await open({ keys: store }, { trail }).ask('/v1/trail/live', token);
    expect(answer.status).toBe(200);
    const beganAt = Date.now();
    expect(await answer.text()).toBe(': here\n\n');
    expect(Date.now() - beganAt).toBeLessThan(2_000);
  });

  test('what is kept of a key does not open the door', async () => {
    const { key, store, token } = keyed();
    expect(JSON.stringify(await store.list())).not.toContain(token.slice(-43));
    const { ask } = open({ keys: store });
    for (const stolen of [`helve_${key.id}_${key.hash}`, key.hash, `helve_${key.id}_`])
      expect((await ask('/v1/tools', stolen)).status).toBe(401);
  });

  test.each([
    ['no token', undefined, 'it has no bearer token'],
    ['another scheme', 'Basic YTpi', 'its authorization header is not "Bearer TOKEN"'],
    ['an unknown key', `Bearer helve_000000000000_${'x'.repeat(43)}`, 'its key is unknown'],
    ['half a key', 'Bearer helve_', 'its key is unknown'],
    ['something huge', `Bearer ${'x'.repeat(10_000)}`, 'its authorization header is not "Bearer TOKEN"'],
    ['a header of two lines', 'Bearer a b', 'its authorization header is not "Bearer TOKEN"'],
  ])('refuses %s with 401 and says how to come in', async (_, authorization, problem) => {
    const { ask } = open({ keys: keyed().store });
    const answer = await ask('/v1/tools', undefined, authorization === undefined ? {} : { headers: { authorization } });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await answer.json()).toMatchObject({
      code: 'GATEWAY_USER_REFUSED',
      detail: `Cannot accept the request: ${problem}`,
    });
  });

  test.each([
    ['revoked', { revokedAtMs: 1 }, 'its key was revoked'],
    ['expired', { expiresAtMs: 1 }, 'its key has expired'],
  ])('refuses a key that is %s, from the next request on', async (_, facts, problem) => {
    const { token, store } = keyed(facts);
    const answer = await open({ keys: store }).ask('/v1/tools', token);
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      401,
      `Cannot accept the request: ${problem}`,
    ]);
  });

  test('a key that has made its requests of this minute gets 429 and when to come back; another key goes on', async () => {
    const { token, store } = keyed({ perMinute: 3 });
    const other = createApiKey({ name: 'other' });
    await store.put(other.key);
    const { ask } = open({ keys: store, perMinute: 100 });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await ask('/v1/tools', token)).status);
    expect(statuses).toEqual([200, 200, 200]);
    const refused = await ask('/v1/tools', token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'GATEWAY_QUOTA_EXCEEDED' });
    expect((await ask('/v1/tools', other.token)).status).toBe(200);
  });
});

describe('what a key opens', () => {
  test('every address but these wants to know who asks', async () => {
    const free = new Set(['/healthz', '/readyz', '/v1/docs.css']);
    const { ask } = open({ keys: keyed().store }, { trail });
    const paths = [
      '/v1/tools',
      '/v1/tools/whoami',
      '/v1/openapi.json',
      '/v1/docs',
      '/v1/trail',
      '/v1/trail/live',
      '/metrics',
    ];
    for (const path of [...paths, '/healthz', '/readyz', '/v1/docs.css'])
      expect([path, (await ask(path)).status === 401]).toEqual([path, !free.has(path)]);
  });

  test.each([
    ['no scope', {}, 403],
    ['the scope', { scopes: ['helve:trail'] }, 200],
    ['another scope', { scopes: ['helve:metrics'] }, 403],
    ['the role admin', { roles: ['admin'] }, 200],
  ])('checking the trail with %s', async (_, facts, status) => {
    const { token, store } = keyed(facts);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const answer = await open({ keys: store }, { trail }).ask('/v1/trail/verify', token, init);
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(await answer.json()).toMatchObject({ code: 'GATEWAY_SCOPE_MISSING', scope: 'helve:trail' });
  });

  test('without auth, whoever reaches this machine sees everything', async () => {
    const tools = new ToolRegistry();
    const { fetch } = createGateway({ caller: createCaller({ tools }), trail });
    expect((await fetch(new Request('http://localhost/v1/trail'))).status).toBe(200);
  });
});

/** An issuer with a real JWKS address. */
async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  let up = true;
  const server = createServer((_, answer) => {
    answer.writeHead(up ? 200 : 500, { 'content-type': 'application/json' });
    answer.end(up ? JSON.stringify({ keys: [jwk] }) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const sign = (claims: Record<string, unknown> = {}, key = privateKey) =>
    new SignJWT({ sub: 'ada', iss: 'https://id.example', aud: 'helve', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setExpirationTime((claims['exp'] as number | undefined) ?? '5m')
      .sign(key);
  const jwt = { issuer: 'https://id.example', audience: 'helve', jwksUrl: `http://127.0.0.1:${port}/jwks` };
  return { jwt, sign, jwk, breakDown: () => (up = false) };
}

describe('JWT by JWKS', () => {
  test('a call is made as the subject, with roles, scopes and tenant from its claims', async () => {
    const { jwt, sign } = await startIssuer();
    const { call } = open({ jwt: { ...jwt, rolesClaim: 'groups', tenantClaim: 'org' } });
    const token = await sign({ groups: ['ops'], scope: 'read helve:trail', org: 'acme' });
    expect(await call(token)).toEqual({
      id: 'ada',
      issuer: jwt.issuer,
      roles: ['ops'],
      scopes: ['read', 'helve:trail'],
      tenant: 'acme',
    });
    expect(await call(await sign({ scp: ['a', 1] }))).toMatchObject({ id: 'ada', roles: [], scopes: ['a'] });
  });

  test('refuses what another issued, for somebody else, too late, unsigned, or signed by a stranger', async () => {
    const { jwt, sign, jwk } = await startIssuer();
    const { ask } = open({ jwt });
    const stranger = await generateKeyPair('ES256');
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const claims = { sub: 'ada', iss: 'https://id.example', aud: 'helve', exp: Math.floor(Date.now() / 1000) + 60 };
    const unsigned = `${encode({ alg: 'none' })}.${encode(claims)}.`;
    // A public key taken for a shared secret.
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(new TextEncoder().encode(JSON.stringify(jwk)));
    const bad = [
      await sign({ iss: 'https://evil.example' }),
      await sign({ aud: 'other' }),
      await sign({ exp: 1 }),
      await sign({}, stranger.privateKey),
      await sign({ sub: undefined }),
      unsigned,
      confused,
      'not.a.jwt',
    ];
    for (const token of bad) expect([token, (await ask('/v1/tools', token)).status]).toEqual([token, 401]);
    expect((await ask('/v1/tools', await sign())).status).toBe(200);
  });

  test('answers 503 when the keys of the issuer cannot be had, since the token may well be good', async () => {
    const { jwt, sign, breakDown } = await startIssuer();
    breakDown();
    const answer = await open({ jwt }).ask('/v1/tools', await sign());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ code: 'GATEWAY_AUTH_UNAVAILABLE' });
  });

  test('keys and JWT go together: each token finds its own', async () => {
    const { jwt, sign } = await startIssuer();
    const { token, store } = keyed();
    const { call } = open({ jwt, keys: store });
    expect([(await call(token)).id, (await call(await sign())).id]).toEqual(['ci', 'ada']);
  });
});

describe('options of auth', () => {
  const jwt = { issuer: 'i', audience: 'a', jwksUrl: 'https://id.example/jwks' };
  test.each([
    [{}],
    [{ perMinute: 5 }],
    [{ keys: {} }],
    [{ jwt: { ...jwt, jwksUrl: 'http://id.example/jwks' } }],
    [{ jwt: { ...jwt, algorithms: ['HS256'] } }],
    [{ jwt: { ...jwt, algorithms: [] } }],
    [{ jwt: { ...jwt, issuer: '' } }],
    [{ jwt: { ...jwt, issuer: 'helve:keys' } }],
    [{ jwt: { ...jwt, secret: 'x' } }],
    [{ keys: createMemoryApiKeyStore(), perMinute: 0 }],
    [{ keys: createMemoryApiKeyStore(), other: 1 }],
  ])('are refused when they are %o', (auth) => {
    expect(() => open(auth as AuthOptions)).toThrow(/option "auth" is .*, expected/);
  });

  test('auth and user exclude each other', () => {
    const both = { user: () => ({ id: 'ada' }) };
    expect(() => open({ jwt }, both)).toThrow('options "user" and "auth" exclude each other');
  });

  test.each(['0.0.0.0', '::', '192.168.0.10', 'example.com'])(
    'a gateway on %s is refused without any, and told what to do',
    async (host) => {
      const caller = createCaller({ tools: new ToolRegistry() });
      await expect(startGateway({ caller, port: 0, host })).rejects.toMatchObject({
        code: 'GATEWAY_AUTH_NEEDED',
        details: { suggestion: expect.stringContaining('helve keys add') },
      });
    },
  );

  test('a gateway on 0.0.0.0 is opened with keys', async () => {
    const caller = createCaller({ tools: new ToolRegistry() });
    const gateway = await startGateway({ caller, port: 0, host: '0.0.0.0', auth: { keys: keyed().store } });
    onTestFinished(() => gateway.close());
    expect((await fetch(`http://127.0.0.1:${gateway.port}/v1/tools`)).status).toBe(401);
  });
});
