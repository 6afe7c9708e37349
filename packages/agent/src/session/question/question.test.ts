import { defineTool } from '@helve/core';
import { turnPolicy } from '@helve/govern';
import { expect, test } from 'vitest';
import { callsFor, says } from '@helve/agent/testing';
import type { AgentSession } from '@helve/agent';
import { scripted, utility } from '../../../../../test/session-kit.js';

const size = { type: 'object', properties: { size: { enum: ['s', 'm'] } }, required: ['size'] } as const;
const order = defineTool({
  id: 'order',
  description: 'Orders a shirt',
  inputSchema: { type: 'object', additionalProperties: false },
  policy: utility,
  execute: (_, ctx) => ctx.ask(size, 'Which size?'),
});
const open = (more: object = {}) => scripted([callsFor(['order']), says('done')], { tools: [order], ...more });

/** Runs a turn, and does something at each question. */
async function answering(session: AgentSession, answer: (questionId: string) => unknown) {
  const data: unknown[] = [];
  for await (const event of session.run('a shirt')) {
    if (event.type === 'question') await answer(event.questionId);
    if (event.type === 'tool_result' && event.response.ok) data.push(event.response.data);
  }
  return data;
}

test('a question waits for an answer that fits, and takes one', async () => {
  const { session } = open();
  const refused: unknown[] = [];
  const data = await answering(session, async (id) => {
    expect(session.questions).toMatchObject([{ questionId: id, tool: 'order', message: 'Which size?', schema: size }]);
    const wrong = session.answerQuestion(id, { action: 'accept', content: { size: 'xl' } });
    await wrong.catch((thrown: unknown) => refused.push(thrown));
    await session.answerQuestion(id, { action: 'accept', content: { size: 'm' } });
    await session.answerQuestion(id, { action: 'decline' }).catch((thrown: unknown) => refused.push(thrown));
  });
  expect(data).toEqual([{ action: 'accept', content: { size: 'm' } }]);
  expect(refused).toMatchObject([
    { code: 'AGENT_ANSWER_INVALID', details: { issues: [{ pointer: '/size' }] } },
    { code: 'AGENT_QUESTION_UNKNOWN' },
  ]);
});

test('a question is answered in its own session alone', async () => {
  const other = open().session;
  const { session } = open();
  const data = await answering(session, async (id) => {
    const foreign = other.answerQuestion(id, { action: 'accept', content: { size: 'm' } });
    await expect(foreign).rejects.toMatchObject({ code: 'AGENT_QUESTION_UNKNOWN' });
    await session.answerQuestion(id, { action: 'decline' });
  });
  expect(data).toEqual([{ action: 'decline' }]);
});

test('the time of a person does not count as the time of the tool, and a question ends with its call', async () => {
  const { session } = open({ policy: turnPolicy({ rules: { text: { deadlineMs: 40 } } }) });
  const late = async (id: string) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await session.answerQuestion(id, { action: 'decline' });
  };
  expect(await answering(session, late)).toEqual([{ action: 'decline' }]);
  const interrupted = open().session;
  await answering(interrupted, () => void interrupted.interrupt());
  expect(interrupted.questions).toEqual([]);
});
