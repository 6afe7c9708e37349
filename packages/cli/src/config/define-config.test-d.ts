import { defineTool } from '@helve/core';
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

test('defineConfig refuses misspelt keys and wrong values', () => {
  // @ts-expect-error -- there is no such key
  defineConfig({ tool: [] });
  // @ts-expect-error -- there is no such key in server
  defineConfig({ server: { prot: 1 } });
  // @ts-expect-error -- a port is a number
  defineConfig({ server: { port: '1' } });
});
