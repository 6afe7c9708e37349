import { connect } from 'node:net';
import { GoogleGenAI } from '@google/genai';
import { GeminiLiveTransport, OpenAIRealtimeTransport, type Transport } from '@helve/agent';
import {
  geminiLiveFixture,
  openaiRealtimeFixture,
  socketConversation,
  startWireServer,
  type FixtureCall,
  type WireFixture,
  type WireServer,
} from '@helve/agent/testing';
import { turnPolicy } from '@helve/govern';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { all, aTool, of, outcomes, record, retrieval, until } from '../../../../test/session-kit.js';
import { createSession } from './create-session.js';
import { requestRows } from '../testing/request-rows.js';

let wire: WireServer;
beforeEach(async () => {
  wire = await startWireServer();
});
afterEach(() => wire.close());

const find = aTool('find', retrieval, ({ n = 0 }) => ({ page: n }));
const calls: readonly FixtureCall[] = [1, 2, 3].map((n) => ({ id: `call_${n}`, name: 'find', args: `{"n":${n}}` }));
const rest: readonly FixtureCall[] = [
  { id: 'call_4', name: 'fnid', args: '{"n":4}' },
  { id: 'call_5', name: 'tool_docs', args: '{"tool_id":5}' },
];
const answer = 'Here is what I found.';

test.each(requestRows)('the whole loop runs over $name, in the mode of voice', async ({ make, form, fixture }) => {
  wire.respond(
    { [form]: fixture.calls(calls, 'one') },
    { [form]: fixture.calls(rest, 'two') },
    { [form]: fixture.text(answer, 'three') },
    { [form]: fixture.text('You are welcome.', 'four') },
  );
  const transport = make(wire.url);
  const policy = turnPolicy({ rules: { voice: { calls: 10 } } });
  const session = createSession({ tools: [find], mode: 'voice', policy, transport });
  const events = await all(session.run('Find it'));
  expect(outcomes(events)).toEqual(['ok', 'ok', 'BUDGET_EXCEEDED', 'NOT_FOUND', 'VALIDATION']);
  expect(
    of(events, 'text')
      .map(({ text }) => text)
      .join(''),
  ).toBe(answer);
  expect(of(events, 'turn_end')).toMatchObject([
    { reason: 'done', totals: { steps: 3, calls: 2, outputTokens: expect.any(Number) } },
  ]);
  expect(await session.run('Thanks').done).toBe('done');
  const bodies = JSON.stringify(wire.requests.map(({ body }) => body));
  expect(bodies).toContain('tool_docs');
  for (const word of ['BUDGET_EXCEEDED', 'NOT_FOUND', 'VALIDATION']) expect(bodies).toContain(word);
  await session.close();
});

interface LiveRow {
  readonly name: string;
  readonly fixture: WireFixture;
  make(server: WireServer): Transport;
  isAsk(message: Readonly<Record<string, unknown>>): boolean;
  react(message: Readonly<Record<string, unknown>>, speaking: boolean): readonly unknown[];
}

const liveRows: readonly LiveRow[] = [
  {
    name: 'OpenAI Realtime',
    fixture: openaiRealtimeFixture,
    make: ({ url }) => {
      const createConnection = () => connect(Number(new URL(url).port), '127.0.0.1');
      const client = new OpenAI({ apiKey: 'test', baseURL: `${url}/v1` });
      return new OpenAIRealtimeTransport(new OpenAIRealtimeWS({ model: 'm', options: { createConnection } }, client));
    },
    isAsk: ({ type }) => type === 'response.create',
    react: ({ type }) => {
      const response = { id: 'resp_cut', status: 'cancelled', status_details: null, output: [], usage: null };
      return type === 'response.cancel' ? [{ type: 'response.done', response }] : [];
    },
  },
  {
    name: 'Gemini Live',
    fixture: geminiLiveFixture,
    make: ({ url }) => {
      const ai = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: url } });
      return new GeminiLiveTransport(({ config, callbacks }) => ai.live.connect({ model: 'm', config, callbacks }));
    },
    isAsk: ({ realtimeInput, toolResponse }) => realtimeInput !== undefined || toolResponse !== undefined,
    react: ({ setup, realtimeInput }, speaking) => {
      if (setup !== undefined) return [{ setupComplete: {} }];
      const over = [{ serverContent: { interrupted: true } }, { serverContent: { turnComplete: true } }];
      return speaking && realtimeInput !== undefined ? over : [];
    },
  },
];

test.each(liveRows)('the whole loop runs live over $name, and a person may interrupt', async (row) => {
  const { transport, play } = socketConversation(wire, row.make(wire), { ...row, errorEvents: () => [] });
  play(row.fixture.calls(calls, 'one'));
  play(row.fixture.text(answer, 'two'));
  const session = createSession({ tools: [find], mode: 'voice', policy: turnPolicy(), transport });
  const { seen, ended } = record(session.attach());
  await session.send({ text: 'Find it' });
  await until(() => of(seen, 'turn_end').length === 1);
  expect(outcomes(seen)).toEqual(['ok', 'ok', 'BUDGET_EXCEEDED']);
  expect(
    of(seen, 'text')
      .map(({ text }) => text)
      .join(''),
  ).toBe(answer);
  expect(of(seen, 'turn_end')).toMatchObject([{ reason: 'done', turn: 1 }]);

  play(row.fixture.text('A long story', 'three').slice(0, 2), { hang: true });
  play(row.fixture.text('Yes?', 'four'));
  await session.send({ text: 'Tell me more' });
  await until(() => of(seen, 'text').some(({ turn }) => turn === 2));
  await session.send({ text: 'Stop' });
  await until(() => of(seen, 'turn_end').length === 3);
  expect(of(seen, 'turn_end').map(({ reason }) => reason)).toEqual(['done', 'interrupted', 'done']);
  expect(
    of(seen, 'text')
      .filter(({ turn }) => turn === 3)
      .map(({ text }) => text)
      .join(''),
  ).toBe('Yes?');
  await session.close();
  await ended;
});
