import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { startVictim } from './kit.js';

const config = `
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

export default defineConfig({
  tools: [
    defineTool({
      id: 'greedy',
      description: 'Changes what it gets',
      inputSchema: { type: 'object', properties: { list: { type: 'array', items: { type: 'number' } } }, required: ['list'] },
      policy: { sideEffects: 'none' },
      execute: (input) => {
        input.list.push(99);
        input.list.length = 1;
        input.extra = 'mine';
        return { got: input.list[0] };
      },
    }),
  ],
  server: { port: 0 },
});
`;

test('a tool may change its input at every door, and the trail has what was sent', async () => {
  const victim = await startVictim({ 'helve.config.mjs': config });
  const input = { list: [1, 2] };
  for (const { body } of await victim.callBothWays('greedy', input)) {
    expect(body).toMatchObject({ ok: true, data: { got: 1 } });
  }
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', victim.url)));
  expect(await client.callTool({ name: 'greedy', arguments: input })).toMatchObject({
    structuredContent: { got: 1 },
  });
  await client.close();
  const typed = await victim.project.helve(['call', 'greedy', '--input', '-', '--envelope', '--json'], {
    stdin: JSON.stringify(input),
  });
  expect(JSON.parse(typed.stdout)).toMatchObject({ ok: true, data: { got: 1 } });
  const listed = await victim.project.helve(['trail', 'ls', '--tool', 'greedy', '--json']);
  const records = JSON.parse(listed.stdout) as readonly { door: string; rawInput: unknown; input: unknown }[];
  expect(records.map(({ rawInput, input: parsed }) => [rawInput, parsed])).toEqual(records.map(() => [input, input]));
  expect(new Set(records.map(({ door }) => door))).toEqual(new Set(['http', 'mcp', 'cli']));
});
