import { callTool, defineTool, ToolError, type CallRecord, type InvokeOptions, type ToolRecord } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { auditModeOf, createMemoryStores, govern, type GovernOptions } from './index.js';

const standard = [
  'authorize',
  'confirm',
  'loops',
  'rateLimit',
  'semaphore',
  'timeout',
  'redactOutput',
  'resultCap',
  'audit',
  'telemetry',
];
const strict = ['requireSchemas', 'allowedHosts', 'authorize', 'consent', ...standard.slice(1)];

function setUp(options: Partial<GovernOptions> = {}) {
  const records: CallRecord[] = [];
  const trail = { append: async (record: CallRecord) => void records.push(record) };
  const stores = createMemoryStores();
  const hooks = govern({ preset: 'standard', trail, stores, ...options });
  const call = (tool: ToolRecord, more: Partial<InvokeOptions> = {}) =>
    callTool({ tool, user: { id: 'ada' }, hooks, auditMode: auditModeOf(hooks), ...more });
  return { records, stores, hooks, call };
}

const read = defineTool({
  id: 'read',
  description: 'Reads',
  inputSchema: { type: 'object', properties: { url: { type: 'string' } } },
  outputSchema: {
    type: 'object',
    properties: { text: { type: 'string' }, secret: { type: 'string', 'x-sensitive': true } },
  },
  policy: { sideEffects: 'read_only' },
  execute: () => ({ text: 'fine', secret: 'hidden' }),
});
const write: ToolRecord = { ...read, id: 'write', policy: { sideEffects: 'writes' } };
const names = (options: Partial<GovernOptions> = {}) => setUp(options).hooks.map(({ name }) => name);

describe('govern', () => {
  test.each([{ writeOnly: true }, { 'x-sensitive': true }, { format: 'password' }])(
    'takes what the input marks with %o out of output, error and trail',
    async (mark) => {
      const { records, call } = setUp();
      const login = defineTool({
        id: 'login',
        description: 'Says what it was told',
        inputSchema: {
          type: 'object',
          properties: { pin: { type: 'string', ...mark }, fail: { type: 'boolean' } },
        },
        policy: { sideEffects: 'none' },
        execute: ({ pin, fail }) => {
          if (fail === true) throw new ToolError('CONFLICT', `Cannot use ${String(pin)}`);
          return { said: `It is ${String(pin)}` };
        },
      });
      const answers = [
        await call(login, { rawInput: { pin: 'canary-4711' } }),
        await call(login, { rawInput: { pin: 'canary-4711', fail: true } }),
      ];
      expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
      expect(records).toHaveLength(2);
      expect(JSON.stringify([answers, records])).not.toContain('canary');
    },
  );

  test('works without stores, in memory', async () => {
    const hooks = govern({ preset: 'standard', trail: { append: async () => undefined } });
    expect(hooks.map(({ name }) => name)).toEqual(standard);
    expect(Object.isFrozen(hooks)).toBe(true);
    expect(await callTool({ tool: read, hooks })).toMatchObject({ ok: true, data: { text: 'fine' } });
  });

  test('lets options of one hook change what the preset says, and leaves a hook out on demand', async () => {
    const limited = setUp({ rateLimit: { limit: 1 }, authorize: { rule: ({ user }) => user.id === 'ada' } });
    expect(await limited.call(read)).toMatchObject({ ok: true });
    expect(await limited.call(read)).toMatchObject({ ok: false, error: { type: 'RATE_LIMIT' } });
    expect(await limited.call(read, { user: { id: 'bob' } })).toMatchObject({ ok: false, error: { type: 'AUTH' } });
    expect(names({ rateLimit: false, telemetry: false })).toEqual(
      standard.filter((name) => name !== 'rateLimit' && name !== 'telemetry'),
    );
    const slow: ToolRecord = { ...read, execute: () => new Promise(() => undefined) };
    expect(await setUp({ timeout: { attemptMs: 5 } }).call(slow)).toMatchObject({
      ok: false,
      error: { type: 'TIMEOUT' },
    });
    const own: ToolRecord = { ...slow, annotations: { timeoutMs: 5 } };
    expect(await setUp().call(own)).toMatchObject({ ok: false, error: { message: expect.stringContaining('5 ms') } });
  });

  test.each([
    [{ preset: 'lax' }, 'option "preset"'],
    [{ trail: undefined }, 'option "trail" is missing'],
    [{ rateLimits: {} }, 'unknown option "rateLimits"'],
    [{ rateLimit: true }, 'option "rateLimit"'],
    [{ rateLimit: { limits: 5 } }, 'Cannot create rateLimit: unknown option "limits"'],
    [{ allowedHosts: ['a.b'] }, 'option "allowedHosts" needs the preset "strict"'],
    [{ consent: {} }, 'option "consent" needs the preset "strict"'],
    [{ preset: 'strict', allowedHosts: [''] }, 'Cannot create allowedHosts'],
  ])('refuses %j', (options, problem) => {
    expect(() => setUp(options as unknown as Partial<GovernOptions>)).toThrow(problem);
  });
});

describe('strict', () => {
  const remote: ToolRecord = { ...read, id: 'remote', policy: { sideEffects: 'read_only', effects: ['api-call'] } };
  const hosts = { preset: 'strict', allowedHosts: ['api.example.org', '*.internal.example'] } as const;
  const forbidden = { ok: false, error: { type: 'AUTH', details: { code: 'GOVERN_HOST_FORBIDDEN' } } };

  test('refuses tools without schemas', async () => {
    const { call } = setUp({ preset: 'strict' });
    const { outputSchema: _, ...blind } = read;
    const refused = { ok: false, error: { type: 'AUTH', details: { code: 'GOVERN_SCHEMA_REQUIRED' } } };
    expect(await call(blind)).toMatchObject(refused);
    expect(await call({ ...read, noSchemaMode: 'full' })).toMatchObject(refused);
    expect(await call(read)).toMatchObject({ ok: true });
  });

  test('asks for consent before a tool writes', async () => {
    const { call, stores } = setUp({ preset: 'strict' });
    expect(await call(write)).toMatchObject({
      ok: false,
      error: { type: 'AUTH', details: { code: 'GOVERN_CONSENT_MISSING' } },
    });
    await stores.consent.grant('//ada', 'write', 'ada', 0);
    expect(await call(write)).toMatchObject({ ok: true });
  });

  test.each([
    ['a declared host that is allowed', { annotations: { hosts: ['api.example.org'] } }, {}, true],
    ['a host within an allowed domain', { annotations: { hosts: ['a.internal.example'] } }, {}, true],
    ['one of two declared hosts', { annotations: { hosts: ['api.example.org', 'evil.example'] } }, {}, false],
    ['the domain itself', { annotations: { hosts: ['internal.example'] } }, {}, false],
    ['no host at all', {}, {}, false],
    ['a URL to an allowed host', {}, { url: 'https://API.example.org:8443/x' }, true],
    ['a URL to another host', {}, { url: 'https://evil.example/?api.example.org' }, false],
    ['a URL with a name before the host', {}, { url: 'https://api.example.org@evil.example/' }, false],
    ['a URL that cannot be read', {}, { url: 'https://' }, false],
    ['a tool without remote effects', { policy: { effects: [] } }, { url: 'https://evil.example' }, true],
  ])('remote effects: %s', async (_, change, rawInput, allowed) => {
    const { call } = setUp({ ...hosts, consent: false });
    const response = await call({ ...remote, ...change }, { rawInput });
    if (allowed) expect(response).toMatchObject({ ok: true });
    else expect(response).toMatchObject(forbidden);
  });
});

test('G20 the presets are these hooks, with these limits', async () => {
  expect(names()).toEqual(standard);
  expect(names({ preset: 'strict' })).toEqual(strict);

  // standard: 600 a minute per user and tool; 16 at a time per tool; sensitive fields and large results stay inside.
  const { call, records, hooks } = setUp();
  expect(auditModeOf(hooks)).toBe('isolated');
  expect(await call(read)).toMatchObject({ ok: true, data: { text: 'fine' } });
  expect(JSON.stringify(records)).not.toContain('hidden');
  const rest = await Promise.all(Array.from({ length: 599 }, () => call(read)));
  expect(rest.every(({ ok }) => ok)).toBe(true);
  expect(await call(read)).toMatchObject({ ok: false, error: { type: 'RATE_LIMIT' } });
  expect(await call(read, { user: { id: 'bob' } })).toMatchObject({ ok: true });
  expect(records).toHaveLength(602);

  let running = 0;
  let most = 0;
  const busy: ToolRecord = {
    ...read,
    id: 'busy',
    execute: async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return { text: 'x' };
    },
  };
  await Promise.all(Array.from({ length: 40 }, () => call(busy)));
  expect(most).toBe(16);

  const turn = { call: { turnId: 't' }, sessionId: 's' };
  for (const ok of [true, true, false]) expect((await call(busy, turn)).ok).toBe(ok);
  const { outputSchema: _, ...plain } = read;
  const huge: ToolRecord = { ...plain, id: 'huge', execute: () => 'x'.repeat(300_000) };
  expect(await call(huge)).toMatchObject({ ok: true, data: { truncated: true, handle: expect.any(String) } });
  const careful: ToolRecord = { ...write, policy: { requiresConfirmation: true } };
  expect(await call(careful)).toMatchObject({ ok: false, error: { type: 'CONFIRMATION_REQUIRED' } });
  expect(await call(write)).toMatchObject({ ok: true });

  // strict: besides, consent for writes, schemas, allowed hosts, and no call without a record.
  const down = { append: () => Promise.reject(new Error('disk full')) };
  const tight = setUp({ preset: 'strict', trail: down });
  expect(auditModeOf(tight.hooks)).toBe('required');
  expect(await tight.call(read)).toMatchObject({ ok: false });
  const open = setUp({ preset: 'strict' });
  expect(await open.call(read)).toMatchObject({ ok: true });
  expect(await open.call(write)).toMatchObject({ ok: false, error: { type: 'AUTH' } });
  expect(await open.call(huge)).toMatchObject({ ok: false, error: { type: 'AUTH' } });
  const remote: ToolRecord = {
    ...read,
    id: 'remote',
    policy: { sideEffects: 'none', effects: ['remote-source-egress'] },
  };
  expect(await open.call(remote)).toMatchObject({ ok: false, error: { type: 'AUTH' } });
});
