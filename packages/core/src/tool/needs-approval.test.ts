import { callTool, defineTool, invokeTool, type ToolHook } from '@helve/core';
import { expect, test } from 'vitest';

const inputSchema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] } as const;

function pay(rule: (input: unknown) => unknown) {
  const ran: unknown[] = [];
  const tool = defineTool({
    id: 'pay',
    description: 'Pays',
    inputSchema,
    needsApproval: (input) => rule(input) as boolean,
    execute: (input) => void ran.push(input),
  });
  return { tool, ran };
}

const missing = { ok: false, error: { type: 'AUTH', details: { code: 'CALL_APPROVAL_MISSING' } } };

test('a call that needs a person is refused where nobody asks one', async () => {
  const { tool, ran } = pay((input) => (input as { sum: number }).sum > 10);
  expect(await callTool({ tool, rawInput: { sum: 11 } })).toMatchObject(missing);
  await expect(invokeTool({ tool, rawInput: { sum: 11 } })).rejects.toMatchObject({ code: 'CALL_APPROVAL_MISSING' });
  expect(await callTool({ tool, rawInput: { sum: 10 } })).toMatchObject({ ok: true });
  expect(await callTool({ tool, rawInput: { sum: '11' } })).toMatchObject({ error: { type: 'VALIDATION' } });
  expect(ran).toEqual([{ sum: 10 }]);
});

test('a rule may take its time; one that fails or says nothing clear closes the gate', async () => {
  for (const [rule, expected] of [
    [async () => false, { ok: true }],
    [async () => true, missing],
    [() => undefined, missing],
    [
      () => {
        throw new Error('bug');
      },
      { ok: false, error: { type: 'INTERNAL' } },
    ],
  ] as const) {
    expect(await callTool({ tool: pay(rule).tool, rawInput: { sum: 1 } })).toMatchObject(expected);
  }
});

test('a tool without a schema that wants a person is refused too, with hooks that ask nobody and without any', async () => {
  const tool = defineTool({
    id: 'loose',
    description: 'Takes anything',
    inputSchema: { type: 'object' },
    noSchemaMode: 'human-approval',
    execute: () => 'ran',
  });
  const silent: ToolHook = { name: 'silent', willAuthorize: () => undefined };
  for (const hooks of [undefined, [silent]]) expect(await callTool({ tool, hooks })).toMatchObject(missing);
  const asking: ToolHook = { name: 'asking', asksPeople: true };
  expect(await callTool({ tool, hooks: [asking] })).toMatchObject({ ok: true, data: 'ran' });
});
