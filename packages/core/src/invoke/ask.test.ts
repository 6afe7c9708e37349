import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  callTool,
  defineTool,
  isCallerAnswered,
  type AskAnswer,
  type AskQuestion,
  type InvokeOptions,
} from '../index.js';

const size = z.object({ size: z.enum(['s', 'm']), gift: z.boolean().default(false) });

const order = defineTool({
  id: 'order',
  description: 'Orders a shirt',
  inputSchema: { type: 'object' },
  async execute(_, ctx) {
    const answer = await ctx.ask(size, 'Which size?');
    if (answer.action === 'accept') expectTypeOf(answer.content).toEqualTypeOf<{ size: 's' | 'm'; gift: boolean }>();
    return answer;
  },
});

const asked = async (onAsk: InvokeOptions['onAsk'], more: Omit<Partial<InvokeOptions>, 'tool'> = {}) => {
  const response = await callTool({ tool: order, ...(onAsk === undefined ? {} : { onAsk }), ...more });
  return response.ok ? response.data : response.error.type;
};

test('ctx.ask gets an answer that fits its schema, with defaults', async () => {
  const questions: AskQuestion[] = [];
  const answer = await asked(async (question) => {
    questions.push(question);
    return { action: 'accept', content: { size: 'm' } };
  });
  expect(answer).toEqual({ action: 'accept', content: { size: 'm', gift: false } });
  expect(questions).toMatchObject([
    { toolId: 'order', message: 'Which size?', schema: { type: 'object', properties: { size: { enum: ['s', 'm'] } } } },
  ]);
  expect(await questions[0]?.check({ size: 'xl' })).toMatchObject([{ pointer: '/size' }]);
  expect(questions[0]?.signal.aborted).toBe(true);
});

const endings: readonly (readonly [string, InvokeOptions['onAsk'], AskAnswer])[] = [
  ['that nobody can be asked', undefined, { action: 'cancel', reason: 'nobody' }],
  ['that the person declines', () => ({ action: 'decline' }), { action: 'decline' }],
  ['that the answer does not fit', () => ({ action: 'accept', content: {} }), { action: 'cancel', reason: 'invalid' }],
];

test.each(endings)('ctx.ask says %s', async (_, onAsk, answer) => {
  expect(await asked(onAsk)).toEqual(answer);
});

test('ctx.ask waits no longer than its call, and ends with it', async () => {
  const never = () => new Promise<never>(() => undefined);
  expect(await asked(never, { timeoutMs: 300 })).toEqual({ action: 'cancel', reason: 'expired' });
  const controller = new AbortController();
  const cancelled = asked(never, { signal: controller.signal });
  controller.abort();
  expect(await cancelled).toBe('CANCELLED');
});

test('a nested call asks at the door of the call around it', async () => {
  const outer = defineTool({ ...order, id: 'outer', execute: (_, ctx) => ctx.invoke(order, {}) });
  const response = await callTool({ tool: outer, onAsk: () => ({ action: 'decline' }) });
  expect(response).toMatchObject({ ok: true, data: { action: 'decline' } });
});

test('a tool without a body is one that the caller of a conversation answers; elsewhere nobody can run it', async () => {
  const pick = defineTool({ id: 'pick', description: 'Picks a colour', inputSchema: { type: 'object' } });
  expect([isCallerAnswered(pick), isCallerAnswered(order)]).toEqual([true, false]);
  expect(await callTool({ tool: pick })).toMatchObject({
    ok: false,
    error: { type: 'NOT_FOUND', details: { code: 'CALL_TOOL_WITHOUT_BODY' } },
  });
});
