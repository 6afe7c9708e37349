import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { assertNoComplaints, useStudio } from './studio-kit.js';

/** Real ears and a real mouth where the machine has both; scripted ones stand in elsewhere. */
const isReal = needs('espeak-ng').ok && needs('pocketsphinx').ok;
const speech = isReal ? `listen: 'pocketsphinx', speak: 'espeak-ng'` : `listen: 'scripted', speak: 'scripted'`;

const project = {
  'helve.config.mjs': `
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const bell = defineTool({
  id: 'ring_bell',
  description: 'Rings the bell at the door',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  inputSchema: { type: 'object', properties: {} },
  execute: () => 'Ding dong',
});

const pizza = defineTool({
  id: 'order_pizza',
  description: 'Orders a pizza',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  inputSchema: { type: 'object', properties: {} },
  execute: async (_, ctx) => {
    const size = { type: 'string', enum: ['small', 'large'], title: 'Size' };
    const answer = await ctx.ask({ type: 'object', properties: { size }, required: ['size'] }, 'Which size?');
    return 'One ' + answer.content?.size + ' pizza';
  },
});

export default defineConfig({
  tools: [bell, pizza],
  voice: { ${speech}, phrases: ['ring the bell', 'read the news', 'stop'] },
});
`,
};

const rate = 22_050;
const silence = (ms: number) => Buffer.alloc(Math.round((rate / 1_000) * ms) * 2);

/** A sound as loud as a voice, for ears that follow a script. */
function hum(ms: number): Buffer {
  const samples = Int16Array.from({ length: Math.round((rate / 1_000) * ms) }, (_, at) => {
    return Math.round(12_000 * Math.sin((2 * Math.PI * 220 * at) / rate));
  });
  return Buffer.from(samples.buffer);
}

/** Writes a sound for Chromium's microphone, which plays it once: silence, a sentence, and silence. */
function recordSentence(file: string): void {
  const sentence = isReal
    ? execFileSync('espeak-ng', ['-v', 'en-us', '-s', '150', '--stdout', 'Ring the bell.']).subarray(44)
    : hum(900);
  const samples = Buffer.concat([silence(1_500), sentence, silence(3_000)]);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(samples.length + 36, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  writeFileSync(file, Buffer.concat([head, samples]));
}

/** Listens at the loudspeaker of the page: keeps how loud the played sound was. */
function listenIn(): void {
  Object.assign(globalThis, { loudest: 0 });
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function listening(...rest) {
    const samples = this.buffer?.getChannelData(0) ?? [];
    for (const sample of samples) {
      Object.assign(globalThis, { loudest: Math.max(Reflect.get(globalThis, 'loudest'), Math.abs(sample)) });
    }
    return Reflect.apply(start, this, rest);
  };
}

describe('a person who talks to the page', needs('chromium'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'helve-sound-'));
  const sentence = join(folder, 'sentence.wav');
  beforeAll(() => recordSentence(sentence));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const studio = useStudio(project, {
    browser: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${sentence}%noloop`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  });

  test('they are understood, a tool runs, and they hear the answer', async () => {
    const page = await studio.open('#/talk', { permissions: ['microphone'] });
    await page.addInitScript(listenIn);
    await page.reload();
    await page.getByRole('button', { name: 'Start talking' }).click();
    await page.getByText('You are talking to demo.').waitFor();
    const conversation = page.getByRole('list', { name: 'Conversation' });
    await conversation.getByText('ring the bell').waitFor();
    await conversation.getByText('ring_bell({}) → Ding dong').waitFor();
    await conversation.getByRole('listitem').filter({ hasText: 'Model' }).getByText('Ding dong').waitFor();
    const heard = await page.evaluate(() => (globalThis as unknown as { readonly loudest: number }).loudest);
    expect(heard).toBeGreaterThan(0.1);
    await page.getByLabel('Message').fill('order a pizza');
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.getByRole('form', { name: 'Answer' });
    await answer.getByLabel('Size').selectOption('large');
    await answer.getByRole('button', { name: 'Answer' }).click();
    await conversation.getByText('order_pizza({}) → One large pizza').waitFor();
    await studio.shoot(page, 'talk');
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('button', { name: 'Start talking' }).waitFor();
    assertNoComplaints(studio);
  });
});
