import { defineTool, type ToolPolicy } from '@helve/core';
import { createSession, runUiMessages, toUiMessageResponse, type AgentSession } from '@helve/agent';
import { callsFor, says, ScriptedTransport, type Scene } from '@helve/agent/testing';
import { turnPolicy } from '@helve/govern';
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import { expect, test } from 'vitest';
import { aTool, scripted, utility, write } from '../../../../test/session-kit.js';

/** A chat interface: keeps its messages as `useChat` does, and sends them to a route. */
class ChatPage {
  messages: UIMessage[] = [];
  readonly #transport: DefaultChatTransport<UIMessage>;

  constructor(session: AgentSession) {
    const fetch = async (_: unknown, init?: RequestInit) => {
      const { messages } = JSON.parse(init?.body as string) as { messages: unknown };
      return toUiMessageResponse(runUiMessages(session, messages));
    };
    this.#transport = new DefaultChatTransport({ api: '/chat', fetch });
  }

  async send(text: string): Promise<UIMessage> {
    this.messages = [
      ...this.messages,
      { id: `u${this.messages.length}`, role: 'user', parts: [{ type: 'text', text }] },
    ];
    return this.answer();
  }

  /** Sends what there is, and reads the answer through the schemas of the AI SDK. */
  async answer(): Promise<UIMessage> {
    const last = this.messages.at(-1);
    const stream = await this.#transport.sendMessages({
      chatId: 'c',
      messageId: undefined,
      trigger: 'submit-message',
      abortSignal: undefined,
      messages: this.messages,
    });
    let message: UIMessage | undefined;
    const options = last?.role === 'assistant' ? { message: last } : {};
    for await (const state of readUIMessageStream({ stream, terminateOnError: true, ...options })) message = state;
    if (message === undefined) throw new Error('no message');
    this.messages = [...this.messages.filter((one) => one !== last || last.role === 'user'), message];
    return message;
  }
}

function open(scenes: readonly Scene[], tools: readonly ReturnType<typeof aTool>[]): ChatPage {
  return new ChatPage(scripted(scenes, { tools }).session);
}

const kinds = ({ parts }: UIMessage) => parts.map(({ type }) => type);

test('a chat interface of the AI SDK reads text, thoughts, calls and their results, step by step', async () => {
  const thinks: Scene = [{ type: 'reasoning', text: 'hm' }, ...callsFor(['look', { n: 1 }, 'a'])];
  const page = open([thinks, says('Found it.')], [aTool('look', utility)]);
  const message = await page.send('look');
  expect(kinds(message)).toEqual(['step-start', 'reasoning', 'dynamic-tool', 'step-start', 'text']);
  expect(message.parts[2]).toMatchObject({
    toolName: 'look',
    state: 'output-available',
    input: { n: 1 },
    output: { n: 1 },
  });
  expect(message.parts.at(-1)).toMatchObject({ text: 'Found it.', state: 'done' });
});

test('the output of a tool that streams grows before it is complete', async () => {
  const story = defineTool({
    id: 'story',
    description: 'Tells a story',
    inputSchema: { type: 'object', properties: {} },
    policy: utility,
    async *execute() {
      yield 'Once ';
      yield 'upon';
      return 'Once upon a time';
    },
  });
  const { session } = scripted([callsFor(['story', {}, 'a']), says('So.')], { tools: [story] });
  const outputs: unknown[] = [];
  for await (const chunk of runUiMessages(session, [{ role: 'user', parts: [{ type: 'text', text: 'tell' }] }])) {
    if (chunk.type === 'tool-output-available') outputs.push([chunk.output, chunk.preliminary]);
  }
  expect(outputs).toEqual([
    ['Once ', true],
    ['Once upon', true],
    ['Once upon a time', undefined],
  ]);
});

test('a call that waits for a person runs when they approve it in the interface, and not when they deny it', async () => {
  const written: unknown[] = [];
  const policy: Partial<ToolPolicy> = { ...write, requiresConfirmation: true };
  const pay = aTool('pay', policy, ({ n }) => (written.push(n), { paid: n }));
  const scenes = [callsFor(['pay', { n: 1 }, 'a'], ['pay', { n: 2 }, 'b']), says('Please decide.'), says('Paid.')];
  const page = open(scenes, [pay]);
  const asked = await page.send('pay twice');
  const calls = asked.parts.filter((part) => part.type === 'dynamic-tool');
  expect(calls.map(({ state }) => state)).toEqual(['approval-requested', 'approval-requested']);
  for (const [at, call] of calls.entries()) {
    const approval = { ...(call.approval ?? { id: '' }), approved: at === 0 };
    Object.assign(call, { state: 'approval-responded', approval });
  }
  page.messages = [...page.messages.slice(0, -1), asked];
  const answered = await page.answer();
  expect(written).toEqual([1]);
  const states = answered.parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.state] : []));
  expect(states).toEqual(['output-available', 'output-denied']);
  expect(answered.parts.at(-1)).toMatchObject({ type: 'text', text: 'Paid.' });
});

const colour = defineTool({
  id: 'pick_colour',
  description: 'Lets the person pick a colour',
  inputSchema: { type: 'object', properties: {} },
  policy: utility,
});

test('a tool of the page gets its output from the page, once', async () => {
  const transport = new ScriptedTransport([callsFor(['pick_colour', {}, 'a']), says('Red it is.')]);
  const session = createSession({ mode: 'text', policy: turnPolicy(), tools: [colour], transport });
  const page = new ChatPage(session);
  const asked = await page.send('paint');
  const call = asked.parts.find((part) => part.type === 'dynamic-tool');
  expect(call).toMatchObject({ state: 'input-available' });
  Object.assign(call ?? {}, { state: 'output-available', output: 'red' });
  page.messages = [...page.messages.slice(0, -1), asked];
  const answered = await page.answer();
  expect(answered.parts.at(-1)).toMatchObject({ type: 'text', text: 'Red it is.' });
  expect(transport.results).toMatchObject([{ id: 'a', result: { data: 'red' } }]);
  await expect(runUiMessages(session, page.messages).next()).rejects.toThrow('nothing in it waits for an answer');
});

test('the input of a tool of the page is told once', async () => {
  const { session } = scripted([callsFor(['pick_colour', {}, 'a'])], { tools: [colour] });
  const told: unknown[] = [];
  for await (const { type } of runUiMessages(session, [{ role: 'user', parts: [{ type: 'text', text: 'paint' }] }])) {
    if (type === 'tool-input-available') told.push(type);
  }
  expect(told).toHaveLength(1);
});

test('a failure and an interruption are told, and pictures reach the model', async () => {
  const failing = open([callsFor(['look', { n: 'x' }, 'a']), says('No.')], [aTool('look', utility)]);
  const message = await failing.send('look');
  expect(message.parts[1]).toMatchObject({ state: 'output-error', errorText: expect.stringContaining('look') });
  const { session, transport } = scripted([says('A cat.')]);
  const file = { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AQID' };
  const parts = [{ type: 'text', text: 'what is it?' }, file];
  const chunks = [];
  for await (const chunk of runUiMessages(session, [{ role: 'user', parts }])) chunks.push(chunk.type);
  expect(transport.sent).toContainEqual({
    kind: 'user',
    input: { text: 'what is it?', media: [{ $media: 'image/png', base64: 'AQID' }] },
  });
  expect(chunks.at(-1)).toBe('finish');
  await expect(runUiMessages(session, []).next()).rejects.toThrow('has no `parts`');
});
