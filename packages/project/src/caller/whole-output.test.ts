import { createCaller, defineTool, ToolRegistry } from '@helve/core';
import { createMemoryResultStore, resultCap } from '@helve/govern';
import { expect, test } from 'vitest';
import { createWholeOutput } from './whole-output.js';

const repeat = defineTool({
  id: 'repeat',
  description: 'Repeats',
  inputSchema: { type: 'object', properties: { times: { type: 'integer' } }, required: ['times'] },
  execute: ({ times }) => ({ text: 'ab'.repeat(times) }),
});

test.each([3, 100])('createWholeOutput gives back what resultCap cut off, after %i times', async (times) => {
  const tools = new ToolRegistry();
  tools.addInline(repeat);
  const whole = createWholeOutput();
  const cap = resultCap({ store: createMemoryResultStore(), maxBytes: 60 });
  const shape = { willTransformOutput: (ctx: { output: unknown }) => void (ctx.output = { shaped: ctx.output }) };
  const caller = createCaller({ tools, hooks: [cap, whole.hook, shape] });
  const response = await caller.callTool({ tool: 'repeat', rawInput: { times } });
  expect(response.meta['truncated']).toBe(times === 100 ? true : undefined);
  expect(whole.restore(response)).toMatchObject({ ok: true, data: { shaped: { text: 'ab'.repeat(times) } } });
});
