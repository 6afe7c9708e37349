import { defineTool, ProviderRegistry, token, type ToolHook } from '@helve/core';
import { expectTypeOf, test } from 'vitest';
import type { HelveConfig, ResolvedConfig } from './config-keys.js';
import { defineConfig } from './define-config.js';

const tool = defineTool({
  id: 'a',
  description: 'a',
  inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  execute: ({ n }) => n,
});

test('defineConfig takes tools, classes and paths', () => {
  class Decorated {}
  defineConfig({ tools: [tool, Decorated, './more.ts'], server: { port: 1 } });
  expectTypeOf<HelveConfig['server']>().toExtend<{ readonly port?: number } | undefined>();
  expectTypeOf<ResolvedConfig['server']['port']>().toEqualTypeOf<number>();
});

test('defineConfig takes hooks, dependencies, rules and a place to keep things', () => {
  const clock = token<() => number>('clock');
  class Hook implements ToolHook {
    willExecute() {}
  }
  defineConfig({
    hooks: [Hook, { name: 'log', didExecute: (ctx) => ctx.output }],
    dependencies: { singletons: [[clock, Date.now]], session: [['cart', ({ sessionId }) => sessionId]] },
    govern: { preset: 'strict', rateLimit: { limit: 5 }, loops: false },
    store: { path: 'data/helve.db' },
  });
  defineConfig({ dependencies: new ProviderRegistry(), govern: 'strict', store: { postgres: 'postgres://host/db' } });
  defineConfig({ govern: false });
});

test('defineConfig refuses misspelt keys and wrong values', () => {
  // @ts-expect-error -- there is no such preset
  defineConfig({ govern: 'lax' });
  // @ts-expect-error -- rules that are there cannot be switched on
  defineConfig({ govern: true });
  // @ts-expect-error -- there is no such rule
  defineConfig({ govern: { rateLimits: false } });
  // @ts-expect-error -- a store has no such key
  defineConfig({ store: { file: 'x' } });
  // @ts-expect-error -- there is no such key
  defineConfig({ tool: [] });
  // @ts-expect-error -- there is no such key in server
  defineConfig({ server: { prot: 1 } });
  // @ts-expect-error -- a port is a number
  defineConfig({ server: { port: '1' } });
});
