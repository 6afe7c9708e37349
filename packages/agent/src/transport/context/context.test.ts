import { createSession, type TurnEvent } from '@helve/agent';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aTool, all, of, utility } from '../../../../../test/session-kit.js';
import { startWireServer, type WireServer } from '../../testing.js';
import { requestRow, requestRows, type RequestRow } from '../../testing/request-rows.js';

let wire: WireServer;
beforeEach(async () => {
  wire = await startWireServer();
});
afterEach(() => wire.close());

const long = `Bulletin: ${'weather report '.repeat(1_200)}`;

/** The answers to a summary request, in one piece. */
const whole: Readonly<Record<string, (text: string) => unknown>> = {
  'OpenAI chat': (content) => ({
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  }),
  'OpenAI Responses': (text) => ({
    id: 'r',
    status: 'completed',
    output: [{ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text }] }],
  }),
  Anthropic: (text) => ({ role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn', usage: {} }),
  Gemini: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }] }),
  Ollama: (content) => ({ message: { role: 'assistant', content }, done: true, done_reason: 'stop' }),
};

/** A session that reads a long report in each turn. */
function open(row: RequestRow, context: { readonly maxTokens: number; readonly summarize?: boolean }) {
  const session = createSession({
    mode: 'text',
    policy: 'none',
    tools: [aTool('look', utility, () => ({ report: long }))],
    transport: row.make(wire.url, { maxRetries: 0 }),
    context,
  });
  let turns = 0;
  const turn = async (ask: string): Promise<readonly TurnEvent[]> => {
    turns += 1;
    const call = { id: `c${turns}`, name: 'look', args: '{}' };
    const { fixture, form } = row;
    wire.respond({ [form]: fixture.calls([call], `a${turns}`) }, { [form]: fixture.text(`Read ${ask}.`, `b${turns}`) });
    return all(session.run(ask));
  };
  const lastRequest = () => JSON.stringify(wire.requests.at(-1)?.body);
  return { session, turn, lastRequest };
}

const cuts = (events: readonly TurnEvent[]) => of(events, 'warning').filter(({ code }) => code === 'AGENT_CONTEXT_CUT');

describe.each(requestRows.map((row) => [row.name, row] as const))('a conversation with %s', (name, row) => {
  test('keeps within its limit by taking out results of earlier turns, and tells so', async () => {
    const { turn, lastRequest } = open(row, { maxTokens: 7_000 });
    for (const ask of ['one', 'two', 'three', 'four']) {
      const events = await turn(ask);
      expect(of(events, 'turn_end')).toMatchObject([{ reason: 'done' }]);
      if (ask === 'four') expect(cuts(events)[0]).toMatchObject({ details: { results: expect.any(Number), items: 0 } });
    }
    expect(lastRequest()).toContain('The result was removed to make room');
    expect(lastRequest().split('Bulletin: ').length - 1).toBeLessThan(4);
    expect(lastRequest()).toContain('one');
  });

  test('is summarised by the model when that is not enough, and goes on with the summary', async () => {
    const { turn, session, lastRequest } = open(row, { maxTokens: 3_000 });
    await turn(`one ${long}`);
    wire.respond({ [row.form]: row.fixture.text('Two.', 'two') });
    await all(session.run('two'));
    wire.respond({ json: whole[name]?.('They asked for one.') });
    wire.respond({ [row.form]: row.fixture.text('Four.', 'four') });
    const events = await all(session.run('four'));
    expect(cuts(events)).toMatchObject([{ details: { summarized: true } }]);
    expect(lastRequest()).toContain('Summary of the conversation so far: They asked for one.');
    expect(lastRequest()).not.toContain('one Bulletin');
    expect(
      of(events, 'text')
        .map(({ text }) => text)
        .join(''),
    ).toBe('Four.');
  });
});

test('a conversation goes on without a summary where the model gives none, and says so', async () => {
  const { turn, session, lastRequest } = open(requestRow('Anthropic'), { maxTokens: 3_000 });
  await turn(`one ${long}`);
  wire.respond({ sse: requestRow('Anthropic').fixture.text('Two.', 'two') });
  await all(session.run('two'));
  wire.respond({ status: 500, json: { type: 'error', error: { type: 'api_error', message: 'no' } } });
  wire.respond({ sse: requestRow('Anthropic').fixture.text('Four.', 'four') });
  const events = await all(session.run('four'));
  expect(cuts(events)).toMatchObject([{ details: { summarized: false } }]);
  expect(of(events, 'warning')).toContainEqual(expect.objectContaining({ code: 'AGENT_LOSS' }));
  expect(lastRequest()).toContain('The beginning of this conversation was left out');
});
