import { GoogleGenAI } from '@google/genai';
import type { TransportEvent } from '@helve/agent';
import { deepFreeze } from '@helve/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  callsIn,
  geminiLiveFixture,
  nextStep,
  socketConversation,
  startWireServer,
  success,
  textIn,
  transportSuite,
  type WirePeer,
  type WireServer,
} from '../../testing.js';
import { until } from '../../../../../test/session-kit.js';
import { GeminiLiveTransport } from './gemini-live-transport.js';

const tool = deepFreeze({
  name: 'get_weather',
  description: 'Tells the weather',
  parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
  behavior: 'BLOCKING',
});

const sdk = ({ url }: WireServer) => new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: url } });

transportSuite({
  name: 'Gemini Live',
  fixture: geminiLiveFixture,
  exceptions: {
    'interleaved fragments': 'arguments arrive whole',
    'broken JSON': 'arguments arrive as an object, which the vendor parsed',
    truncated: 'the vendor sends a call only when it is whole',
    reconnect: 'the vendor keeps the conversation: a handle resumes it, which has a test of its own',
    'provider error': 'the vendor closes the socket, which has a test of its own',
    'unreadable event': 'the SDK drops a message it cannot parse',
  },
  tool,
  takesImages: false,
  isResult: (value) => 'id' in value && 'response' in value,
  golden: [
    {
      setup: {
        model: 'models/m',
        systemInstruction: { parts: [{ text: 'Be brief.' }], role: 'user' },
        tools: [{ functionDeclarations: [tool] }],
        sessionResumption: {},
        inputAudioTranscription: {},
        outputAudioTranscription: {},
        contextWindowCompression: { slidingWindow: {} },
      },
    },
    { realtimeInput: { text: 'What is the weather?' } },
    {
      toolResponse: {
        functionResponses: [
          { id: 'call_a1', name: 'get_weather', response: { output: { sky: 'clear' } } },
          { id: 'call_b2', name: 'get_weather', response: { output: { sky: 'clear' } } },
        ],
      },
    },
  ],
  connect: async (wire) => {
    const ai = sdk(wire);
    const transport = new GeminiLiveTransport(({ config, callbacks }) =>
      ai.live.connect({ model: 'm', config, callbacks }),
    );
    return socketConversation(wire, transport, {
      isAsk: ({ realtimeInput, toolResponse }) => realtimeInput !== undefined || toolResponse !== undefined,
      react: ({ setup, realtimeInput }, speaking) => {
        if (setup !== undefined) return [{ setupComplete: {} }];
        return speaking && realtimeInput !== undefined ? interrupted : [];
      },
      errorEvents: () => [],
    });
  },
});

const interrupted = [{ serverContent: { interrupted: true } }, { serverContent: { turnComplete: true } }];

describe('Gemini Live', () => {
  let wire: WireServer;
  let transport: GeminiLiveTransport;
  let peer: WirePeer;
  const setup = { instructions: 'Be brief.', tools: [tool], toolChoice: 'auto' } as const;

  beforeEach(async () => {
    wire = await startWireServer();
    void wire.nextPeer().then(complete);
    const ai = sdk(wire);
    transport = new GeminiLiveTransport(({ config, callbacks }) => ai.live.connect({ model: 'm', config, callbacks }));
    await transport.open(setup);
  });
  afterEach(async () => {
    await transport.close();
    await wire.close();
  });

  function complete(next: WirePeer): void {
    peer = next;
    next.onMessage((message) => {
      if ('setup' in message) next.send({ setupComplete: {} });
    });
  }

  const settle = () => new Promise((resolve) => setTimeout(resolve, 30));
  const two = geminiLiveFixture.calls(
    [
      { id: 'c1', name: 'add', args: '{}' },
      { id: 'c2', name: 'add', args: '{}' },
    ],
    'calls',
  );
  const answer = (id: string) => ({ id, name: 'add', result: success(1) });
  const answered = () =>
    peer.received.flatMap(({ toolResponse }) => (toolResponse === undefined ? [] : [toolResponse]));

  test('gives calls that were taken back no answer', async () => {
    peer.send(...two);
    expect(callsIn(await nextStep(transport)).map(({ id }) => id)).toEqual(['c1', 'c2']);
    peer.send({ toolCallCancellation: { ids: ['c1'] } }, ...geminiLiveFixture.text('Yes?', 'x'));
    expect((await nextStep(transport))[0]).toEqual({ type: 'call_cancelled', ids: ['c1'] });
    await transport.sendToolResults([answer('c1'), answer('c2')]);
    await transport.sendToolResult(answer('c1'));
    await until(() => answered().length > 0);
    await settle();
    expect(answered()).toEqual([{ functionResponses: [{ id: 'c2', name: 'add', response: { output: 1 } }] }]);
  });

  test('lets a silent answer pass without comment', async () => {
    peer.send(...two);
    await nextStep(transport);
    await transport.sendToolResults([{ ...answer('c1'), scheduling: 'silent' as const }, answer('c2')]);
    await until(() => answered().length > 0);
    expect(answered()).toMatchObject([{ functionResponses: [{ scheduling: 'SILENT' }, { id: 'c2' }] }]);
  });

  test('only the end of a turn ends it, and barge-in is told', async () => {
    peer.send(
      { serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm', data: 'AAAA' } }] } } },
      { serverContent: { outputTranscription: { text: 'Hel' } } },
      { serverContent: { inputTranscription: { text: 'Wait', finished: true } } },
      { serverContent: { interrupted: true } },
      { serverContent: { generationComplete: true } },
      { serverContent: { turnComplete: true } },
    );
    expect((await nextStep(transport)).map((event) => event.type)).toEqual([
      'audio',
      'transcript',
      'transcript',
      'interrupted',
      'step_end',
    ]);
  });

  test('goes on with a handle when the server goes away', async () => {
    peer.send({ sessionResumptionUpdate: { newHandle: 'h1', resumable: true } }, { goAway: { timeLeft: '9.5s' } });
    peer.send({ serverContent: { turnComplete: true } });
    const events = await nextStep(transport);
    expect(events.slice(0, 2)).toEqual([
      { type: 'resumable', handle: 'h1' },
      { type: 'going_away', timeLeftMs: 9_500, resumeHandle: 'h1' },
    ]);
    void wire.nextPeer().then(complete);
    const ai = sdk(wire);
    const again = new GeminiLiveTransport(({ config, callbacks }) =>
      ai.live.connect({ model: 'm', config, callbacks }),
    );
    await again.open({ ...setup, resumeHandle: 'h1' });
    expect(peer.received[0]).toMatchObject({ setup: { sessionResumption: { handle: 'h1' } } });
    await again.close();
  });

  test('says that the connection was closed', async () => {
    peer.send({ serverContent: { modelTurn: { parts: [{ text: 'Hal' }] } } });
    peer.close();
    const events: TransportEvent[] = [];
    for await (const event of transport.events()) {
      events.push(event);
      if (event.type === 'disconnected') break;
    }
    expect(events).toMatchObject([
      { type: 'text' },
      { type: 'disconnected', error: { name: 'ProviderError', retryable: true } },
    ]);
    await expect(transport.sendUser({ text: 'Go' })).rejects.toMatchObject({ code: 'AGENT_TRANSPORT_CLOSED' });
  });

  test('takes a session that is connected already, hears it, and changes its tools', async () => {
    void wire.nextPeer().then(complete);
    const session = await sdk(wire).live.connect({ model: 'm', callbacks: { onmessage: () => undefined } });
    const given = new GeminiLiveTransport(session);
    await given.open(setup);
    await until(() => peer.received.length > 1);
    expect(peer.received[1]).toMatchObject({ contextUpdate: { tools: { tools: [{ functionDeclarations: [tool] }] } } });
    peer.send(...geminiLiveFixture.text('Hello', 'one'));
    expect(textIn(await nextStep(given))).toBe('Hello');
    await given.close();
  });

  test('is fed by the application where there is no socket to hear, and says what it cannot change', async () => {
    const sent: unknown[] = [];
    const keep = (params: object) => void sent.push(params);
    const session = {
      sendClientContent: keep,
      sendRealtimeInput: keep,
      sendToolResponse: keep,
      close: () => undefined,
    };
    const given = new GeminiLiveTransport(session);
    await given.open(setup);
    given.receive({ toolCall: { functionCalls: [{ id: 'c9', name: 'add' }] } });
    const events = await nextStep(given);
    expect(events).toMatchObject([{ type: 'loss', what: 'setup' }, { type: 'call' }, { type: 'step_end' }]);
    await given.sendToolResult(answer('c9'));
    await given.sendUser({ audio: 'AAAA' });
    expect(sent).toEqual([
      { functionResponses: [{ id: 'c9', name: 'add', response: { output: 1 } }] },
      { audio: { data: 'AAAA', mimeType: 'audio/pcm;rate=16000' } },
    ]);
  });
});
