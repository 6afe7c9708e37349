import { Buffer } from 'node:buffer';
import { inspect } from 'node:util';
import {
  callTool,
  defineTool,
  invokeTool,
  token,
  type CallRecord,
  type InvokeOptions,
  type Secret,
  type ToolHook,
  type ToolInvokeContext,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import { audit, secrets, telemetry, type SecretSource } from '../index.js';
import type { SecretsOptions } from './secrets.js';

const canary = 'canary-7f3a9c51';
const Key = token<Secret>('weather key');
const source: SecretSource = { read: (name) => (name === 'weather' ? canary : undefined) };

let seen: { key: Secret; input: Record<string, unknown> };
const weather: ToolRecord = defineTool({
  id: 'weather',
  description: 'Needs a key',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
  execute: (input, ctx) => {
    seen = { key: ctx.get(Key), input };
    return { sky: 'blue' };
  },
});
const map = { weather: [{ name: 'weather', token: Key }] };
const call = (options: Partial<SecretsOptions> = {}, more: Partial<InvokeOptions> = {}) =>
  callTool({ tool: weather, rawInput: { city: 'Oslo' }, hooks: [secrets({ source, map, ...options })], ...more });

describe('secrets', () => {
  test('puts a secret, or its bare text where asked, at a path of the input, and leaves the rest as it was', async () => {
    const rawInput = { city: 'Oslo' };
    const uses = [
      { name: 'weather', token: Key },
      { name: 'weather', path: '/auth/key' },
      { name: 'weather', path: '/auth/te~1xt', as: 'text' as const },
    ];
    expect(await call({ map: { weather: uses } }, { rawInput })).toMatchObject({ ok: true });
    const { key, 'te/xt': text } = seen.input['auth'] as { key: Secret; 'te/xt': string };
    expect([key.reveal(), String(key), text]).toEqual([canary, '[secret]', canary]);
    expect(seen.input['city']).toBe('Oslo');
    expect(rawInput).toEqual({ city: 'Oslo' });
  });

  test('refuses a path that leads through something else', async () => {
    const response = await call({ map: { weather: [{ name: 'weather', path: '/city/key' }] } });
    expect(response).toMatchObject({ ok: false, error: { details: { code: 'GOVERN_SECRET_PATH' } } });
    expect(await call({ map: { weather: [{ name: 'weather', path: '/__proto__/x' }] } })).toMatchObject({ ok: false });
  });

  test('does nothing for tools that are not in the map', async () => {
    const down: SecretSource = { read: () => Promise.reject(new Error('down')) };
    const tool = { ...weather, id: 'other', execute: () => 'fine' };
    expect(await callTool({ tool, hooks: [secrets({ source: down, map })] })).toMatchObject({ ok: true, data: 'fine' });
  });

  test.each([
    [{ source }, 'option "map" is missing'],
    [{ map }, 'option "source" is missing'],
    [{ source, map: { weather: [{ name: 'weather' }] } }, 'option "map"'],
    [{ source, map: { weather: [{ name: '', token: Key }] } }, 'option "map"'],
    [{ source, map: { weather: [{ name: 'a', path: 'key' }] } }, 'option "map"'],
    [{ source, map: { weather: [{ name: 'a', path: '/key', as: 'plain' }] } }, 'option "map"'],
    [{ source, map: { weather: [{ name: 'a', path: '/key', token: Key }] } }, 'option "map"'],
    [{ source, map: { weather: 'all' } }, 'option "map"'],
  ])('refuses %j', (options, problem) => {
    expect(() => secrets(options as unknown as SecretsOptions)).toThrow(problem);
  });
});

test('G13 secrets binds request-scoped tokens or input paths that print as [secret]; missing is AUTH, a source that is down TRANSIENT, and no message holds a value', async () => {
  expect(await call()).toMatchObject({ ok: true, data: { sky: 'blue' } });
  expect(seen.key.reveal()).toBe(canary);
  expect([String(seen.key), JSON.stringify(seen.key), inspect(seen.key)]).toEqual([
    '[secret]',
    '"[secret]"',
    '[secret]',
  ]);
  expect(inspect(seen.input)).not.toContain(canary);

  await call({
    map: {
      weather: [
        { name: 'weather', token: Key },
        { name: 'weather', path: '/key' },
      ],
    },
  });
  expect(inspect(seen.input['key'])).toBe('[secret]');

  // The next call has its own request scope, and nothing of this one.
  const bare = await callTool({ tool: weather, hooks: [] });
  expect(bare).toMatchObject({ ok: false });

  for (const value of [undefined, '']) {
    const missing = await call({ source: { read: () => value } });
    expect(missing).toMatchObject({ ok: false, error: { type: 'AUTH', details: { code: 'GOVERN_SECRET_MISSING' } } });
  }
  const heard: unknown[] = [];
  const cause = new Error(`vault refused ${canary}`);
  const down = await call({ source: { read: () => Promise.reject(cause) }, report: (thrown) => heard.push(thrown) });
  expect(down).toMatchObject({ ok: false, error: { type: 'TRANSIENT', retryable: true } });
  expect(JSON.stringify(down)).not.toContain(canary);
  expect(heard).toEqual([cause]);
});

describe('a secret of the call is found in no sink', () => {
  const forms = [
    canary,
    Buffer.from(canary).toString('base64'),
    Buffer.from(canary).toString('base64url'),
    Buffer.from(canary).toString('hex'),
    Buffer.from(`user:${canary}`).toString('base64').slice(8, 20),
  ];
  const ways: Record<string, (ctx: ToolInvokeContext) => unknown> = {
    returned: () => ({ token: canary, [canary]: canary }),
    'returned within text': () => `key=${canary};`,
    'returned as base64': () => Buffer.from(canary).toString('base64'),
    'returned as a Basic header': () => ({ header: `Basic ${Buffer.from(`user:${canary}`).toString('base64')}` }),
    'returned as bytes': () => ({ bytes: Buffer.from(canary) }),
    'thrown as an error': () => {
      throw new Error(`no ${canary}`, { cause: new Error(canary) });
    },
    'thrown with facts': () => {
      throw Object.assign(new Error('no'), { config: { headers: { authorization: canary } } });
    },
    'thrown as text': () => {
      throw `no ${Buffer.from(canary).toString('hex')}` as unknown as Error;
    },
    'thrown frozen': () => {
      throw Object.freeze(new Error(`no ${canary}`)) as Error;
    },
    'aborted with': (ctx) => ctx.abort(`no ${canary}`, 'CONFLICT', 409, { detail: canary }),
    'responded with': (ctx) => ctx.respond({ answer: canary }),
  };

  test.each(Object.entries(ways))('%s', async (_, way) => {
    const sinks: unknown[] = [];
    const record =
      (name: string) =>
      (...heard: unknown[]) =>
        void sinks.push([name, ...heard]);
    const sink = { append: async (one: CallRecord) => record('trail')(one) };
    const span = {
      spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
      setAttributes: record('span'),
      addEvent: record('span'),
      setStatus: record('span'),
      end: record('span'),
    };
    const tracer = { startSpan: (...heard: unknown[]) => (record('span')(...heard.slice(0, 2)), span) };
    const histories: ToolHook = {
      willFinalizeInvoke: (ctx) =>
        record('history')(JSON.stringify([ctx.safeInput, ctx.output, ctx.trace]), inspect(ctx.error)),
    };
    const tool: ToolRecord = { ...weather, execute: (_input, ctx) => way(ctx) };
    const hooks = [secrets({ source, map }), audit({ sink }), telemetry({ tracer }), histories];
    const options = { tool, rawInput: { city: 'Oslo' }, hooks, exposeMessages: true, report: record('report') };
    sinks.push(await callTool({ ...options, trace: record('trace') }));
    await invokeTool(options).then(record('output'), (thrown: unknown) => record('thrown')(thrown));

    const everything = inspect(sinks, { depth: 20, maxStringLength: null, showHidden: true }) + JSON.stringify(sinks);
    for (const form of forms) expect(everything).not.toContain(form);
    expect(everything).toMatch(/\[secret\]|no |a value that cannot/);
  });
});
