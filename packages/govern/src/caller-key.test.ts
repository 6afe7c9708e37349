import { createInvokeContext, type InvokeOptions } from '@helve/core';
import { expect, test } from 'vitest';
import { createCallKey, type CallKey } from './caller-key.js';

const tool = { id: 't', name: 't', description: 'A tool', hooksByStage: {}, inputSchema: { type: 'object' } } as const;

function contextOf(options: Partial<InvokeOptions>) {
  return createInvokeContext({ tool: { ...tool, execute: () => undefined }, rawInput: {}, ...options });
}

test.each<[CallKey, string]>([
  ['user', '["rule",5,"user","idp/t1/ada"]'],
  ['user+tool', '["rule",5,"user","idp/t1/ada","tool","t"]'],
  ['session', '["rule",5,"session","s1","idp/t1/ada"]'],
  ['tenant+global', '["rule",5,"tenant","t1","global"]'],
  [(ctx) => ctx.toolName, '["rule",5,"own","t"]'],
])('the key by %s names all it counts by', (by, key) => {
  const keyOf = createCallKey(['rule', 5], by);
  const ctx = contextOf({ user: { id: 'ada', tenant: 't1', issuer: 'idp' }, sessionId: 's1' });
  expect([keyOf(ctx), keyOf(ctx)]).toEqual([key, key]);
});

test('no id can pass for another, however many there are', () => {
  const keyOf = createCallKey(['rule'], 'session');
  const contexts = [
    { user: { id: 'a' } },
    { user: { id: 'a', tenant: 'null' } },
    { user: { id: 'a' }, sessionId: 'null' },
    { user: { id: 'a","b' } },
    { user: { id: 'a', tenant: 'b' } },
    { user: { id: 'null', tenant: 'a' } },
    { user: { id: 'a', issuer: 'b' } },
    { user: { id: '/a', tenant: 'b' } },
    ...Array.from({ length: 12_000 }, (_, index) => ({ user: { id: `u${index}` } })),
  ].map(contextOf);
  const keys = contexts.map(keyOf);
  expect(new Set(keys).size).toBe(contexts.length);
  expect(contexts.map(keyOf)).toEqual(keys);
});
