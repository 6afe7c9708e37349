import { defineTool, type ToolRecord } from '@helve/core';
import { expect, test } from 'vitest';
import { media, toolFromAgent, type SessionOptions } from '@helve/agent';
import { callsFor, says, ScriptedTransport, type Scene } from '@helve/agent/testing';
import { all, aTool, of, scripted, utility } from '../../../../test/session-kit.js';

const asks = defineTool({
  id: 'asks',
  description: 'Asks the person',
  inputSchema: { type: 'object', additionalProperties: false },
  policy: utility,
  execute: (_, ctx) => ctx.ask({ type: 'object', properties: { size: { type: 'string' } } }, 'Which size?'),
});

function agent(scenes: readonly Scene[], more: Partial<SessionOptions> = {}, output?: object): ToolRecord {
  return toolFromAgent({
    id: 'researcher',
    description: 'Finds things out',
    policy: utility,
    session: () => ({ mode: 'text', policy: 'none', tools: [], transport: new ScriptedTransport(scenes), ...more }),
    ...(output === undefined ? {} : { output: output as { type: 'object' } }),
  });
}

const call = [callsFor(['researcher', { task: 'find it' }, 'r']), says('done')];

test('an agent is a tool: it writes as it goes, and its tokens count in the turn around it', async () => {
  const usage = { type: 'usage', inputTokens: 5, outputTokens: 7 } as const;
  const inner = agent([
    [usage, { type: 'text', text: 'found ' }, { type: 'text', text: 'it' }, { type: 'step_end', reason: 'stop' }],
  ]);
  const { session } = scripted(call, { tools: [inner] });
  const events = await all(session.run('go'));
  expect(of(events, 'tool_chunk').map(({ chunk }) => chunk)).toEqual(['found ', 'it']);
  expect(of(events, 'tool_result')[0]?.response).toMatchObject({ ok: true, data: 'found it' });
  expect(of(events, 'turn_end')[0]?.totals).toMatchObject({ inputTokens: 5, outputTokens: 7 });
});

test('an agent answers by schema, and asks the person of the conversation around it', async () => {
  const schema = { type: 'object', properties: { size: { type: 'string' } }, required: ['size'] };
  const scenes = [callsFor(['asks']), callsFor(['final_answer', { size: 'm' }])];
  const { session } = scripted(call, { tools: [agent(scenes, { tools: [asks] }, schema)] });
  const data: unknown[] = [];
  for await (const event of session.run('go')) {
    if (event.type === 'question') {
      await session.answerQuestion(event.questionId, { action: 'accept', content: { size: 'm' } });
    }
    if (event.type === 'tool_result') data.push(event.response);
  }
  expect(data).toMatchObject([{ ok: true, data: { size: 'm' } }]);
});

test('an agent that fails, or that calls agents without end, is a result', async () => {
  const failing = agent([
    [
      { type: 'error', error: new Error('no key') },
      { type: 'step_end', reason: 'failed' },
    ],
  ]);
  const { session } = scripted(call, { tools: [failing] });
  const [result] = of(await all(session.run('go')), 'tool_result');
  expect(result?.response).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('its agent ended with failed: ') as string },
  });
  let made = 0;
  const endless: ToolRecord = toolFromAgent({
    id: 'researcher',
    description: 'Asks another one',
    policy: utility,
    session: () => {
      made += 1;
      return { mode: 'text', policy: 'none', tools: [endless], transport: new ScriptedTransport(call) };
    },
  });
  const outer = scripted(call, { tools: [endless] }).session;
  const events = await all(outer.run('go'));
  expect([made, of(events, 'turn_end')[0]?.reason]).toEqual([4, 'done']);
});

test('a tool converts its output for the model alone; a conversion that throws is reported', async () => {
  const picture = { ...aTool('draw', utility), toModelOutput: () => media('image/png', new Uint8Array([1])) };
  const broken = {
    ...aTool('broken', utility),
    toModelOutput: () => {
      throw new Error('bug');
    },
  };
  const reports: unknown[] = [];
  const { session, transport } = scripted([callsFor(['draw'], ['broken']), says('done')], {
    tools: [picture, broken],
    report: (thrown) => reports.push(thrown),
  });
  const events = await all(session.run('go'));
  expect(of(events, 'tool_result').map(({ response }) => response)).toMatchObject([
    { data: { n: 0 } },
    { data: { n: 0 } },
  ]);
  const seen = transport.results.map(({ result }) => transport.setup.project?.(result));
  expect(seen).toMatchObject([
    { ok: true, data: { $media: 'image/png' } },
    { ok: true, data: { n: 0 } },
  ]);
  expect(reports).toHaveLength(1);
});
