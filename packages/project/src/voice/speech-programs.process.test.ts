import { CascadeTransport, createDemoTransport, createSession, type TurnEvent } from '@helve/agent';
import { defineTool } from '@helve/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { needs } from '../../../../test/needs.js';
import { espeakNg } from './espeak-ng.js';
import { openPocketsphinx } from './pocketsphinx.js';

const { env } = process;
const never = new AbortController().signal;

async function say(text: string, voice = 'en-us', signal = never): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of espeakNg(env, voice).speak(text, signal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function listen(phrases: readonly string[] = []) {
  const port = await openPocketsphinx(env, phrases);
  onTestFinished(() => port.close());
  return port;
}

describe('espeak-ng', needs('espeak-ng'), () => {
  test('says a text, and a longer one longer', async () => {
    const [short, long] = await Promise.all([say('Yes.'), say('Yes, that is a much longer answer.')]);
    expect(short.length).toBeGreaterThan(4_000);
    expect(long.length).toBeGreaterThan(short.length * 2);
  });

  test('reads options, tags and empty texts as text', async () => {
    expect((await say('--version')).length).toBeGreaterThan(4_000);
    expect((await say('<audio src="/etc/passwd"/> hello')).length).toBeGreaterThan(4_000);
    await say('');
  });

  test('stops when it is called off, and says which voice it does not have', async () => {
    const controller = new AbortController();
    const saying = say('a long story '.repeat(100), 'en-us', controller.signal);
    controller.abort(new Error('enough'));
    await expect(saying).rejects.toThrow('enough');
    await expect(say('hello', 'unheard-of')).rejects.toMatchObject({ code: 'PROJECT_SPEECH_FAILED' });
  });
});

test('a program that this machine does not have says how to install it', async () => {
  const speech = espeakNg({ PATH: '/nowhere' }, 'en-us').speak('hello', never);
  await expect(speech[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'PROJECT_SPEECH_PROGRAM_MISSING',
  });
});

describe('pocketsphinx', needs('pocketsphinx'), () => {
  test('understands nothing in silence, and says which words it does not know', async () => {
    const silence = (async function* () {
      yield Buffer.alloc(16_000);
    })();
    expect(await (await listen()).transcribe(silence, never)).toBe('');
    const strange = await listen(['frobnicate the zorp']);
    const audio = (async function* () {
      yield Buffer.alloc(16_000);
    })();
    await expect(strange.transcribe(audio, never)).rejects.toMatchObject({ code: 'PROJECT_SPEECH_FAILED' });
    await expect(listen(['!!'])).rejects.toThrow('has no words');
  });

  test(
    'two programs talk: one asks, the other understands, a tool runs and its result is said',
    needs('espeak-ng'),
    async () => {
      const speechToText = await listen(['ring the bell', 'read the news', 'stop']);
      const transport = new CascadeTransport({
        model: createDemoTransport(),
        speechToText,
        textToSpeech: espeakNg(env, 'en-us'),
      });
      const bell = defineTool({
        id: 'ring_bell',
        description: 'Rings the bell at the door',
        inputSchema: { type: 'object', properties: {} },
        execute: () => 'Ding dong',
      });
      const session = createSession({ mode: 'voice', policy: 'none', tools: [bell], transport });
      onTestFinished(() => session.close());
      const events = session.attach();
      const sound = await say('Ring the bell.');
      const mimeType = 'audio/pcm;rate=22050';
      for (let at = 0; at < sound.length; at += 4_410) {
        await session.send({ audio: sound.subarray(at, at + 4_410).toString('base64'), mimeType });
      }
      await session.send({ audio: Buffer.alloc(44_100).toString('base64'), mimeType });
      const seen: TurnEvent[] = [];
      for await (const event of events) {
        seen.push(event);
        if (event.type === 'turn_end') break;
      }
      expect(session.transcript.map(({ text }) => text.trim())).toEqual(['ring the bell', 'Ding dong']);
      expect(seen.filter(({ type }) => type === 'audio').length).toBeGreaterThan(3);
    },
  );
});
