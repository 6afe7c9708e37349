import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, ToolError } from '@helve/core';
import { mcpPeer } from '@helve/gateway';
import { answersOf, form } from './asking-tools.mjs';
import { noInput } from './content-tools.mjs';

/** Longer than what the gateway lets pass without a task. */
const aWhileMs = 120;

function longTool(id, description, taskSupport, inputSchema, execute) {
  return defineTool({ id, description, inputSchema, annotations: { taskSupport }, execute });
}

export const taskTools = [
  longTool(
    'slow_compute',
    'Takes as long as it is told to',
    'optional',
    {
      type: 'object',
      properties: { seconds: { type: 'number', minimum: 0 }, label: { type: 'string' } },
      required: ['seconds'],
    },
    async ({ seconds, label = 'work' }, ctx) => {
      await wait(seconds * 1000, undefined, { signal: ctx.signal });
      return `${label}: ${seconds} s`;
    },
  ),
  longTool('failing_job', 'Fails as its author foresaw', 'required', noInput, async () => {
    await wait(aWhileMs);
    throw new ToolError('PERMANENT', 'The job failed');
  }),
  longTool('protocol_error_job', 'Fails as nobody foresaw', 'optional', noInput, async () => {
    await wait(aWhileMs);
    throw new TypeError('Something is undefined');
  }),
  longTool(
    'confirm_delete',
    'Asks before it deletes',
    'optional',
    { type: 'object', properties: { filename: { type: 'string' } }, required: ['filename'] },
    async ({ filename }, ctx) => {
      await wait(aWhileMs);
      const { sure } = answersOf(ctx, { sure: form(`Delete ${filename}?`, { confirm: { type: 'boolean' } }) });
      return sure.content?.confirm === true ? `Deleted ${filename}` : `Kept ${filename}`;
    },
  ),
  longTool('multi_input', 'Asks two things at once', 'optional', noInput, async (_, ctx) => {
    await wait(aWhileMs);
    const field = { name: { type: 'string' } };
    const { first, second } = answersOf(ctx, { first: form('First name?', field), second: form('Last name?', field) });
    return `${first.content?.name} ${second.content?.name}`;
  }),
  longTool('test_tool_with_task', 'Asks, then works for a while', 'required', noInput, async (_, ctx) => {
    const { user_name: answer } = answersOf(ctx, {
      user_name: form('What is your name?', { name: { type: 'string' } }),
    });
    mcpPeer(ctx)?.log('info', 'working');
    await wait(aWhileMs);
    return `Worked for ${answer.content?.name}`;
  }),
];
