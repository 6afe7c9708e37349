import { GoogleGenAI } from '@google/genai';
import { geminiFixture, httpConversation, transportSuite } from '../../testing.js';
import { GeminiTransport } from './gemini-transport.js';

const tool = {
  name: 'get_weather',
  description: 'Tells the weather',
  parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
};

const request = {
  systemInstruction: { parts: [{ text: 'Be brief.' }], role: 'user' },
  tools: [{ functionDeclarations: [tool] }],
  toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
  generationConfig: {},
};
const asked = { role: 'user', parts: [{ text: 'What is the weather?' }] };

transportSuite({
  name: 'Gemini',
  fixture: geminiFixture,
  exceptions: {
    'interleaved fragments': 'arguments arrive whole; those of Vertex that come in pieces never take turns',
    'broken JSON': 'arguments arrive as an object, which the vendor parsed',
    'unreadable event': 'the SDK ends the stream at an event it cannot parse',
  },
  tool,
  takesImages: true,
  isResult: (value) => 'functionResponse' in value,
  golden: [
    { ...request, contents: [asked] },
    {
      ...request,
      contents: [
        asked,
        {
          role: 'model',
          parts: [
            { text: 'The tool knows.', thought: true },
            {
              functionCall: { id: 'call_a1', name: 'get_weather', args: { city: 'Paris', days: 2 } },
              thoughtSignature: 'signed-calls',
            },
            { functionCall: { id: 'call_b2', name: 'get_weather', args: { city: 'Rome' } } },
            { text: '' },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'call_a1', name: 'get_weather', response: { output: { sky: 'clear' } } } },
            { functionResponse: { id: 'call_b2', name: 'get_weather', response: { output: { sky: 'clear' } } } },
          ],
        },
      ],
    },
  ],
  connect: async (wire) => {
    const client = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: wire.url } });
    return httpConversation(wire, new GeminiTransport(client, { model: 'm' }), 'sse', (code, message) => ({
      error: { code, message, status: 'UNAUTHENTICATED' },
    }));
  },
});
