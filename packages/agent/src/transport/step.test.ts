import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ToolChoice, Transport } from '../contract/transport.js';
import { callsIn, endIn, nextStep, startWireServer, type WireServer } from '../testing.js';
import { requestRow, requestRows, type RequestRow } from '../testing/request-rows.js';

let wire: WireServer;
const opened: Transport[] = [];
beforeEach(async () => {
  wire = await startWireServer();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((transport) => transport.close()));
  await wire.close();
});

async function open({ make }: RequestRow, setup: { tools?: object[] } = {}): Promise<Transport> {
  const transport = make(wire.url);
  opened.push(transport);
  await transport.open({ instructions: '', tools: [], toolChoice: 'auto', ...(setup as object) });
  return transport;
}

async function ask(transport: Transport, text = 'Go') {
  await transport.sendUser({ text });
  return nextStep(transport);
}

describe('toolChoice', () => {
  const choices: readonly ToolChoice[] = ['auto', 'none', 'required', { name: 'add' }];
  const gemini = (mode: string, more = {}) => ({ functionCallingConfig: { mode, ...more } });
  const forms: Readonly<Record<string, readonly unknown[]>> = {
    'OpenAI chat': ['auto', 'none', 'required', { type: 'function', function: { name: 'add' } }],
    'OpenAI Responses': ['auto', 'none', 'required', { type: 'function', name: 'add' }],
    Anthropic: [{ type: 'auto' }, { type: 'none' }, { type: 'any' }, { type: 'tool', name: 'add' }],
    Gemini: [gemini('AUTO'), gemini('NONE'), gemini('ANY'), gemini('ANY', { allowedFunctionNames: ['add'] })],
    Ollama: [undefined, undefined, undefined, undefined],
  };

  test.each(requestRows)('has the form of its provider, and what it cannot express is a loss: $name', async (row) => {
    const declared = row.name === 'Gemini' ? { name: 'add', description: '' } : { type: 'function', name: 'add' };
    const transport = await open(row, { tools: [declared] });
    const losses: string[] = [];
    for (const [index, toolChoice] of choices.entries()) {
      await transport.configure({ tools: [declared], toolChoice });
      wire.respond({ [row.form]: row.fixture.text('Here', `n${index}`) });
      const events = await ask(transport);
      losses.push(...events.flatMap((event) => (event.type === 'loss' ? [event.what] : [])));
    }
    const bodies = wire.requests.map(({ body }) => body as Record<string, unknown>);
    expect(bodies.map((body) => body['tool_choice'] ?? body['toolConfig'])).toEqual(forms[row.name]);
    if (row.name !== 'Ollama') return;
    expect(bodies.map((body) => 'tools' in body)).toEqual([true, false, true, true]);
    expect(losses).toEqual(['toolChoice', 'toolChoice']);
  });
});

describe('why a step ended', () => {
  const message = (reason: string, more = {}) => [
    { type: 'message_start', message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: 'Well' }] } },
    { type: 'message_delta', delta: { stop_reason: reason, ...more }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ];
  const candidate = (finishReason: string) => [{ candidates: [{ finishReason, finishMessage: 'why' }] }];
  const choice = (finish: string, delta = {}) => [{ choices: [{ index: 0, delta, finish_reason: finish }] }, '[DONE]'];
  const cases: readonly (readonly [row: string, events: readonly unknown[], reason: string])[] = [
    ['Anthropic', message('pause_turn'), 'paused'],
    ['Anthropic', message('refusal'), 'refusal'],
    ['Anthropic', message('max_tokens'), 'length'],
    ['Anthropic', message('model_context_window_exceeded'), 'context-full'],
    ['Anthropic', message('stop_sequence'), 'stop'],
    ['Gemini', candidate('MALFORMED_FUNCTION_CALL'), 'malformed-call'],
    ['Gemini', candidate('UNEXPECTED_TOOL_CALL'), 'malformed-call'],
    ['Gemini', candidate('TOO_MANY_TOOL_CALLS'), 'malformed-call'],
    ['Gemini', candidate('SAFETY'), 'filtered'],
    ['Gemini', candidate('PROHIBITED_CONTENT'), 'filtered'],
    ['Gemini', [{ promptFeedback: { blockReason: 'SAFETY' } }], 'filtered'],
    ['Gemini', candidate('MAX_TOKENS'), 'length'],
    ['OpenAI chat', choice('content_filter'), 'filtered'],
    ['OpenAI chat', choice('stop', { refusal: 'No.' }), 'refusal'],
    ['OpenAI chat', choice('length'), 'length'],
    [
      'OpenAI Responses',
      [
        {
          type: 'response.incomplete',
          response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
        },
      ],
      'filtered',
    ],
    [
      'OpenAI Responses',
      [{ type: 'response.failed', response: { status: 'failed', error: { code: 'server_error', message: 'Oh' } } }],
      'failed',
    ],
    ['Ollama', [{ message: { content: 'Well' }, done: true, done_reason: 'length' }], 'length'],
  ];

  test.each(cases)('%s: %j is %s', async (name, events, reason) => {
    const row = requestRow(name);
    const transport = await open(row);
    wire.respond({ [row.form]: events });
    expect(endIn(await ask(transport))).toBe(reason);
  });

  test('a paused answer goes on when one asks again, and what it said is sent along', async () => {
    const transport = await open(requestRow('Anthropic'));
    wire.respond({ sse: message('pause_turn') }, { sse: message('end_turn') });
    await ask(transport);
    await transport.askAgain();
    expect(endIn(await nextStep(transport))).toBe('stop');
    expect(wire.requests.at(-1)?.body).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant', content: [{ type: 'text', text: 'Well' }] }],
    });
  });

  test('a malformed call is not shown to the model again', async () => {
    const transport = await open(requestRow('Gemini'));
    const part = { functionCall: { name: 'add', args: {} } };
    wire.respond({ sse: [{ candidates: [{ content: { parts: [part] }, finishReason: 'UNEXPECTED_TOOL_CALL' }] }] });
    expect(callsIn(await ask(transport))).toEqual([]);
    expect(transport.history?.()).toHaveLength(1);
  });
});
