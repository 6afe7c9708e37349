import { Ollama } from 'ollama';
import { httpConversation, ollamaFixture, transportSuite } from '../../testing.js';
import { OllamaTransport } from './ollama-transport.js';

const tool = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Tells the weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

const asked = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'What is the weather?' },
];
const clear = '{"ok":true,"data":{"sky":"clear"}}';

transportSuite({
  name: 'Ollama',
  fixture: ollamaFixture,
  exceptions: {
    'interleaved fragments': 'calls arrive whole',
    'broken JSON': 'arguments arrive as an object, which the server parsed',
    truncated: 'the server sends a call only when it is whole',
    'unreadable event': 'the SDK drops a line it cannot parse, and only prints a warning',
  },
  tool,
  takesImages: true,
  isResult: ({ role }) => role === 'tool',
  golden: [
    { model: 'm', stream: true, tools: [tool], messages: asked },
    {
      model: 'm',
      stream: true,
      tools: [tool],
      messages: [
        ...asked,
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { function: { name: 'get_weather', arguments: { city: 'Paris', days: 2 } } },
            { function: { name: 'get_weather', arguments: { city: 'Rome' } } },
          ],
        },
        { role: 'tool', content: clear, tool_name: 'get_weather' },
        { role: 'tool', content: clear, tool_name: 'get_weather' },
      ],
    },
  ],
  connect: async (wire) => {
    const client = new Ollama({ host: wire.url });
    return httpConversation(wire, new OllamaTransport(client, { model: 'm' }), 'ndjson', (_, error) => ({ error }));
  },
});
