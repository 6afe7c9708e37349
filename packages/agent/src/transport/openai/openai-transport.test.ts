import OpenAI from 'openai';
import { expect, test } from 'vitest';
import {
  httpConversation,
  nextStep,
  openaiChatFixture,
  openaiResponsesFixture,
  startWireServer,
  textIn,
  transportSuite,
} from '../../testing.js';
import type { WireServer } from '../../testing.js';
import { OpenAITransport } from './openai-transport.js';

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const called = { name: 'get_weather', description: 'Tells the weather', parameters };
const tool = { type: 'function', function: called };
const flatTool = { type: 'function', ...called, strict: false };

const question = 'What is the weather?';
const parisArgs = '{"city":"Paris","days":2}';
const romeArgs = '{"city":"Rome"}';
const clear = '{"ok":true,"data":{"sky":"clear"}}';
const chatRequest = {
  model: 'm',
  tools: [tool],
  tool_choice: 'auto',
  stream: true,
  stream_options: { include_usage: true },
};
const asked = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: question },
];
const responsesRequest = {
  model: 'm',
  instructions: 'Be brief.',
  tools: [flatTool],
  tool_choice: 'auto',
  stream: true,
  store: false,
  include: ['reasoning.encrypted_content'],
};

const sdk = ({ url }: WireServer) => new OpenAI({ apiKey: 'test', baseURL: `${url}/v1`, logLevel: 'off' });
const errorBody = (_: number, message: string) => ({ error: { message, type: 'invalid_request_error', code: null } });

transportSuite({
  name: 'OpenAI chat',
  fixture: openaiChatFixture,
  exceptions: {},
  tool,
  takesImages: false,
  isResult: ({ role }) => role === 'tool',
  golden: [
    { ...chatRequest, messages: asked },
    {
      ...chatRequest,
      messages: [
        ...asked,
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_a1', type: 'function', function: { name: 'get_weather', arguments: parisArgs } },
            { id: 'call_b2', type: 'function', function: { name: 'get_weather', arguments: romeArgs } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_a1', content: clear },
        { role: 'tool', tool_call_id: 'call_b2', content: clear },
      ],
    },
  ],
  connect: async (wire) =>
    httpConversation(wire, new OpenAITransport(sdk(wire), undefined, { api: 'chat', model: 'm' }), 'sse', errorBody),
});

transportSuite({
  name: 'OpenAI Responses',
  fixture: openaiResponsesFixture,
  exceptions: {},
  tool: flatTool,
  takesImages: true,
  isResult: ({ type }) => type === 'function_call_output',
  golden: [
    { ...responsesRequest, input: [{ role: 'user', content: question }] },
    {
      ...responsesRequest,
      input: [
        { role: 'user', content: question },
        { id: 'rs_calls', type: 'reasoning', summary: [], encrypted_content: 'sealed-calls' },
        {
          id: 'fc_call_a1',
          type: 'function_call',
          status: 'completed',
          call_id: 'call_a1',
          name: 'get_weather',
          arguments: parisArgs,
        },
        {
          id: 'fc_call_b2',
          type: 'function_call',
          status: 'completed',
          call_id: 'call_b2',
          name: 'get_weather',
          arguments: romeArgs,
        },
        { type: 'function_call_output', call_id: 'call_a1', output: clear },
        { type: 'function_call_output', call_id: 'call_b2', output: clear },
      ],
    },
  ],
  connect: async (wire) =>
    httpConversation(wire, new OpenAITransport(sdk(wire), undefined, { model: 'm' }), 'sse', errorBody),
});

test('F73: a client and the id of a conversation are enough', async () => {
  const wire = await startWireServer();
  const client = sdk(wire);
  const conversationId = 'conv_1';
  const transport = new OpenAITransport(client, conversationId);
  await transport.open({ instructions: '', tools: [], toolChoice: 'auto' });
  wire.respond({ sse: openaiResponsesFixture.text('Hello', 'one') });
  await transport.sendUser({ text: 'Hi' });
  expect(textIn(await nextStep(transport))).toBe('Hello');
  expect(wire.requests[0]?.body).toMatchObject({
    conversation: 'conv_1',
    model: expect.stringMatching(/^gpt-/) as unknown,
  });
  await transport.close();
  await wire.close();
});
