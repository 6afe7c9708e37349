import Anthropic from '@anthropic-ai/sdk';
import { anthropicFixture, httpConversation, transportSuite } from '../../testing.js';
import { AnthropicTransport } from './anthropic-transport.js';

const tool = {
  name: 'get_weather',
  description: 'Tells the weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

const request = {
  model: 'm',
  max_tokens: 4096,
  system: 'Be brief.',
  tools: [tool],
  tool_choice: { type: 'auto' },
  stream: true,
};
const asked = { role: 'user', content: 'What is the weather?' };
const clear = '{"ok":true,"data":{"sky":"clear"}}';

transportSuite({
  name: 'Anthropic',
  fixture: anthropicFixture,
  exceptions: {},
  tool,
  takesImages: true,
  isResult: ({ type }) => type === 'tool_result',
  golden: [
    { ...request, messages: [asked] },
    {
      ...request,
      messages: [
        asked,
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'The tool knows.', signature: 'signed-calls' },
            { type: 'tool_use', id: 'call_a1', name: 'get_weather', input: { city: 'Paris', days: 2 } },
            { type: 'tool_use', id: 'call_b2', name: 'get_weather', input: { city: 'Rome' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_a1', content: clear },
            { type: 'tool_result', tool_use_id: 'call_b2', content: clear },
          ],
        },
      ],
    },
  ],
  connect: async (wire) => {
    const client = new Anthropic({ apiKey: 'test', baseURL: wire.url, logLevel: 'off' });
    return httpConversation(wire, new AnthropicTransport(client, { model: 'm' }), 'sse', (_, message) => ({
      type: 'error',
      error: { type: 'authentication_error', message },
    }));
  },
});
