import { callTool, defineTool } from '@helve/core';
import { expect, test } from 'vitest';
import type { Exposure } from '../config/expose-keys.js';
import { createGrants, grantsHook } from './create-grants.js';

const origins = new Map([
  ['own.tool', { kind: 'record' }],
  ['far.echo', { kind: 'mcp' }],
  ['result_read', { kind: 'built-in' }],
  ['word-count', { kind: 'flow' }],
  ['flow.run', { kind: 'flow', audience: 'flows' }],
  ['exec.run', { kind: 'flow', audience: 'steps' }],
] as const);
const stranger = { id: 'anonymous' };
const granted = { id: 'ada', scopes: ['helve:flows'] };
const admin = { id: 'boss', roles: ['admin'] };
const grantsOf = (expose: Exposure = {}) => createGrants(origins, expose);

test('own tools are given at every door, those of flows are granted, and what nobody registered is not there', () => {
  const grants = grantsOf();
  for (const door of ['http', 'mcp', 'chat']) {
    for (const id of ['own.tool', 'far.echo', 'result_read']) expect(grants(id, stranger, door)).toBeUndefined();
    expect(grants('flow.run', stranger, door)).toBe('flows');
    for (const user of [granted, admin]) expect(grants('flow.run', user, door)).toBeUndefined();
    for (const id of ['exec.run', 'unknown']) expect(grants(id, admin, door)).toBe('not-offered');
  }
  expect(grants('own.tool', admin, 'window')).toBe('not-offered');
  expect(['http', 'mcp', 'chat'].map((door) => grants('word-count', granted, door))).toEqual([
    undefined,
    'not-offered',
    'not-offered',
  ]);
});

test('a flow tool is granted on texts by the config or by a key that names it; running flows is not', () => {
  const named = grantsOf({ http: { builtIn: ['word-count', 'flow.run'] } });
  expect(named('word-count', stranger, 'http')).toBeUndefined();
  expect(named('flow.run', stranger, 'http')).toBe('flows');
  const key = { id: 'ci', scopes: ['tool:word-count', 'tool:flow.run'] };
  expect(grantsOf()('word-count', key, 'mcp')).toBeUndefined();
  expect(grantsOf()('flow.run', key, 'http')).toBe('flows');
});

test('expose narrows what a door offers, and deny wins', () => {
  const grants = grantsOf({ http: { builtIn: false, allow: ['own.*', 'far.*'], deny: ['far.e*'] } });
  expect(grants('own.tool', stranger, 'http')).toBeUndefined();
  for (const id of ['far.echo', 'flow.run', 'word-count']) expect(grants(id, admin, 'http')).toBe('not-offered');
  expect(grants('far.echo', stranger, 'mcp')).toBeUndefined();
});

test('the call line refuses what a door does not grant, lets tools call others, and knows the person at the machine', async () => {
  const run = defineTool({
    id: 'flow.run',
    description: 'Runs',
    inputSchema: { type: 'object' },
    execute: () => 'ran',
  });
  const own = defineTool({
    id: 'own.tool',
    description: 'Calls another',
    inputSchema: { type: 'object' },
    execute: (_, ctx) => ctx.invoke(run, {}),
  });
  const hooks = [grantsHook(grantsOf())];
  const by = (tool: typeof run, door: string) =>
    callTool({ tool, hooks, user: stranger, call: { door }, rawInput: {} });
  expect(await by(run, 'http')).toMatchObject({ ok: false, error: { type: 'AUTH' } });
  expect(await by(own, 'http')).toMatchObject({ ok: true, data: 'ran' });
  for (const door of ['cli', 'agent']) expect(await by(run, door)).toMatchObject({ ok: true });
});
