import { GoogleGenAI } from '@google/genai';
import { GeminiLiveTransport } from '../../transport/gemini-live/gemini-live-transport.js';
import { toFields, toList, toText } from '../../transport/read-field.js';
import { geminiLiveFixture } from '../fixture/gemini-live.js';
import type { LiveDialect } from './live-server.js';

/** Creates the wire of Gemini Live, as the types of its SDK describe it. */
export function geminiDialect(): LiveDialect {
  let handles = 0;
  const handle = () => ({ sessionResumptionUpdate: { newHandle: `handle_${(handles += 1)}`, resumable: true } });
  const content = (fields: object) => ({ serverContent: fields });
  return {
    name: 'Gemini Live',
    connect: ({ url }) => {
      const ai = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: url } });
      return new GeminiLiveTransport(({ config, callbacks }) => ai.live.connect({ model: 'm', config, callbacks }));
    },
    read: (message) => {
      const { setup, realtimeInput, toolResponse } = message;
      const { text: typed, activityEnd } = toFields(realtimeInput);
      const text = toText(typed);
      const responses = toList(toFields(toolResponse)['functionResponses']).map(toFields);
      const answers = responses.map(({ id, response, willContinue }) => ({
        id: toText(id),
        text: JSON.stringify(response),
        goesOn: willContinue === true,
      }));
      const isHeard = responses.some(
        ({ scheduling, willContinue }) => scheduling !== 'SILENT' && willContinue !== true,
      );
      const instructions = JSON.stringify(toFields(setup)['systemInstruction'] ?? '');
      return {
        ...(setup === undefined ? {} : { setup: true as const, words: instructions }),
        ...(text === '' ? {} : { words: text }),
        ...(text !== '' || activityEnd !== undefined || isHeard ? { asks: true as const } : {}),
        answers,
      };
    },
    ready: () => [{ setupComplete: {} }, handle()],
    begin: () => [],
    audio: (data) => [content({ modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] } })],
    calls: (calls) => [...geminiLiveFixture.calls(calls, 'calls'), { sessionResumptionUpdate: { resumable: false } }],
    end: () => [
      content({ outputTranscription: { text: 'Fine.' } }),
      content({ modelTurn: { parts: [{ thought: true, text: 'hm', thoughtSignature: 'c2ln' }] } }),
      content({ generationComplete: true }),
      { ...content({ turnComplete: true }), usageMetadata: { promptTokenCount: 3, responseTokenCount: 2 } },
      handle(),
    ],
    interrupt: ({ open }) => ({
      takenBack: open,
      events: [
        content({ interrupted: true }),
        ...(open.length === 0 ? [] : [{ toolCallCancellation: { ids: [...open] } }]),
        content({ turnComplete: true }),
        content({ inputTranscription: { text: 'Wait.' } }),
      ],
    }),
    stopped: () => [],
    heard: (text) => [content({ inputTranscription: { text } })],
    goAway: () => [{ goAway: { timeLeft: '1.6s' } }],
  };
}
