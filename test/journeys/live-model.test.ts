import { geminiLiveFixture, openaiRealtimeFixture, startWireServer, type WirePeer } from '@helve/agent/testing';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../session-kit.js';
import { governed } from './fixtures.js';
import { createProject, startHeaderOf, urlOf } from './project.js';

const call = [{ id: 'c1', name: 'add', args: '{"a":2,"b":3}' }];
const sound = Buffer.alloc(480).toString('base64');

/** A model that calls a tool, and says its result. */
const models: Readonly<Record<string, (peer: WirePeer) => void>> = {
  openai: (peer) => {
    let isAnswered = false;
    peer.onMessage(({ type, item }) => {
      isAnswered ||= JSON.stringify(item ?? '').includes('function_call_output');
      if (type !== 'response.create') return;
      const events = isAnswered
        ? [
            { type: 'response.output_audio.delta', item_id: 'i1', content_index: 0, delta: sound },
            { type: 'response.output_audio_transcript.done', item_id: 'i1', transcript: 'Five.' },
            { type: 'response.done', response: { id: 'r2', status: 'completed', output: [] } },
          ]
        : openaiRealtimeFixture.calls(call, 'r1').slice(1);
      peer.send({ type: 'response.created', response: { id: 'r', status: 'in_progress' } }, ...events);
    });
  },
  gemini: (peer) => {
    peer.onMessage(({ setup, realtimeInput, toolResponse }) => {
      if (setup !== undefined) peer.send({ setupComplete: {} });
      if (JSON.stringify(realtimeInput ?? '').includes('"text"')) peer.send(...geminiLiveFixture.calls(call, 'r1'));
      if (toolResponse === undefined) return;
      const modelTurn = { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: sound } }] };
      peer.send({ serverContent: { modelTurn } }, { serverContent: { outputTranscription: { text: 'Five.' } } });
      peer.send({ serverContent: { turnComplete: true } });
    });
  },
};

interface Message {
  readonly type: string;
  readonly text?: string;
  readonly model?: string;
  readonly response?: { readonly data?: unknown };
}

test('models of the config that hear and speak by themselves talk through helve serve, and use the tools', async () => {
  const wire = await startWireServer();
  onTestFinished(() => wire.close());
  const model = { model: 'm1', live: true, keyFrom: 'PATH', instructions: 'Be brief.' };
  const { start } = await createProject({
    ...governed,
    'helve.config.mjs': `import { add } from './tools.mjs';
export default { tools: [add], models: ${JSON.stringify({
      openai: { ...model, vendor: 'openai', baseUrl: `${wire.url}/v1` },
      gemini: { ...model, vendor: 'gemini', baseUrl: wire.url },
    })} };
`,
  });
  const server = start(['serve']);
  const url = await urlOf(server);
  const headers = await startHeaderOf(server);
  for (const [name, play] of Object.entries(models)) {
    const coming = wire.nextPeer();
    const heard: Message[] = [];
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/voice`, ['helve.voice'], { headers });
    onTestFinished(() => socket.terminate());
    socket.on('message', (data: Buffer) => void heard.push(JSON.parse(String(data)) as Message));
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'start', model: name }));
      socket.send(JSON.stringify({ type: 'text', text: 'Add 2 and 3' }));
    });
    const peer = await coming;
    play(peer);
    await until(() => heard.some(({ type }) => type === 'turn_end'), `the end of the turn of ${name}`);
    const of = (type: string) => heard.filter((message) => message.type === type);
    expect(of('tool_result').map(({ response }) => response?.data)).toEqual([{ sum: 5 }]);
    expect([
      of('audio').length,
      of('transcript')
        .map(({ text }) => text)
        .join(''),
    ]).toEqual([1, expect.stringContaining('Five.')]);
    expect(JSON.stringify(peer.received[0])).toContain('Be brief.');
    expect(of('error')).toEqual([]);
    socket.close();
  }
});
