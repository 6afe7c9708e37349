import { callTool, defineTool, ToolHookStage } from '@helve/core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const source = {
  id: 'it',
  description: 'Does it',
  inputSchema: z.object({ a: z.string() }),
  execute: ({ a }: { a: string }) => a,
};

describe('defineTool', () => {
  test('fills in the name and the hooks, and freezes the record', () => {
    const tool = defineTool(source);
    expect(tool).toMatchObject({ id: 'it', name: 'it', hooksByStage: {} });
    expect(Object.isFrozen(tool)).toBe(true);
    expect(defineTool({ ...source, name: 'It' }).name).toBe('It');
  });

  test('refuses a misspelt option and names the right one', () => {
    expect(() => defineTool({ ...source, descripton: 'x' } as never)).toThrow(
      expect.objectContaining({ code: 'CALL_TOOL_INVALID', details: { suggestion: 'Did you mean "description"?' } }),
    );
  });

  test('the context tells who calls what, and has a signal even if the caller gave none', async () => {
    const tool = defineTool({
      ...source,
      execute: (_, ctx) => [ctx.toolId, ctx.toolName, ctx.requestId, ctx.sessionId, ctx.user, ctx.signal.aborted],
    });
    const options = { tool, rawInput: { a: 'x' }, requestId: 4, sessionId: 's', user: { id: 'u' } };
    expect(await callTool(options)).toMatchObject({ data: ['it', 'it', 4, 's', { id: 'u' }, false] });
    expect(await callTool({ tool, rawInput: { a: 'x' } })).toMatchObject({
      data: ['it', 'it', expect.stringMatching(/^[0-9a-f-]{18}-\d+$/), null, { id: 'anonymous' }, false].map(
        (it) => it ?? undefined,
      ),
    });
  });
});

test('C1 ToolHookStage has exactly 32 members, each value equal to its name, frozen', () => {
  const entries = Object.entries(ToolHookStage);
  expect(entries).toHaveLength(32);
  expect(entries.every(([name, value]) => name === value)).toBe(true);
  expect(Object.isFrozen(ToolHookStage)).toBe(true);
});
