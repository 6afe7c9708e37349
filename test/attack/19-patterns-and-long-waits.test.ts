import { expect, onTestFinished, test, vi } from 'vitest';
import { callTool, defineTool } from '@helve/core';
import { retry, timeout } from '@helve/govern';
import * as z from 'zod';
import { startVictim } from './kit.js';

const config = `
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';
import * as z from 'zod';

const execute = ({ text }) => ({ length: text.length });
export default defineConfig({
  tools: [
    defineTool({
      id: 'plain_schema',
      description: 'Its author wrote a pattern that backtracks',
      inputSchema: { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } }, required: ['text'] },
      execute,
    }),
    defineTool({
      id: 'zod_schema',
      description: 'So did this one',
      inputSchema: z.object({ text: z.string().regex(/^(a+)+$/) }),
      execute,
    }),
  ],
  server: { port: 0 },
});
`;

test('a text that would make a pattern backtrack for years is refused at once, by both ways of the door', async () => {
  const victim = await startVictim({ 'helve.config.mjs': config });
  const hostile = { text: `${'a'.repeat(20_000)}!` };
  const began = performance.now();
  for (const tool of ['plain_schema', 'zod_schema']) {
    for (const answer of await victim.callBothWays(tool, hostile)) {
      expect([tool, answer.status]).toEqual([tool, 400]);
      expect(answer.body).toMatchObject({ ok: false, error: { type: 'VALIDATION' } });
    }
    for (const answer of await victim.callBothWays(tool, { text: 'aaa' })) {
      expect(answer.body).toMatchObject({ ok: true, data: { length: 3 } });
    }
  }
  // It took 19.5 s for thirty characters; the limit is for a slow machine.
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a pattern that nothing can check in time is refused when its tool is made, with what to do', () => {
  const text = { type: 'string', pattern: String.raw`^(\w+)-\1$` } as const;
  const inputSchema = { type: 'object', properties: { text } } as const;
  const tool = defineTool({ id: 'twice', description: 'Twice', inputSchema, execute: () => 'done' });
  return expect(callTool({ tool, rawInput: { text: 'a-a' } })).resolves.toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('maxLength') as unknown },
  });
});

const waits = defineTool({
  id: 'waits',
  description: 'Takes a moment',
  inputSchema: z.object({}),
  policy: { sideEffects: 'none' },
  execute: () => new Promise((resolve) => void setTimeout(resolve, 30, 'done')),
});

test('a time limit beyond what a timer can count is a long one, and not none', async () => {
  const long = 2 ** 31 + 5;
  const warned = vi.fn();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const hooks = [timeout({ attemptMs: long })];
  expect(await callTool({ tool: waits, rawInput: {}, timeoutMs: long, hooks })).toMatchObject({
    ok: true,
    data: 'done',
  });
  expect(warned).not.toHaveBeenCalled();
});

test('a wait that a tool asks for inside of a call is bounded, also where there is no deadline', async () => {
  const busy = defineTool({
    id: 'busy',
    description: 'Asks to come back in a month',
    inputSchema: z.object({}),
    policy: { sideEffects: 'none' },
    execute: (_, ctx) => ctx.retryAfter(2 ** 31 + 5, 'come back later'),
  });
  const answer = await callTool({ tool: busy, rawInput: {}, hooks: [retry()] });
  expect(answer).toMatchObject({ ok: false, error: { retryable: true, retryAfterMs: 2 ** 31 + 5 } });
});
