import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startHeaderOf } from '../journeys/project.js';
import { startVictim, type Victim } from './kit.js';
import { isLong, tally } from './tally.js';

/** A tool that says how much of the heap is in use once the garbage is gone. */
const config = `
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as delay } from 'node:timers/promises';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const policy = { category: 'utility', sideEffects: 'none', effects: [], idempotent: true, requiresConfirmation: false };
const heap = {
  id: 'heap', name: 'heap', description: 'Measures', inputSchema: { type: 'object' }, hooksByStage: {}, policy,
  execute: async () => {
    for (let round = 0; round < 4; round += 1) {
      collect();
      await delay(5);
    }
    return { bytes: process.memoryUsage().heapUsed };
  },
};
const slow = {
  id: 'slow', name: 'slow', description: 'Takes its time', inputSchema: { type: 'object' }, hooksByStage: {}, policy,
  execute: (_, { signal }) => delay(1_000, undefined, { signal }),
};

export default {
  tools: [heap, slow],
  govern: { rateLimit: false, loops: false, audit: false, semaphore: { limit: 500 } },
  server: { port: 0 },
};
`;

async function heapOf({ ask }: Victim): Promise<number> {
  const { body } = await ask('/v1/tools/heap/call', { method: 'POST', body: {} });
  return (body as { data: { bytes: number } }).data.bytes;
}

/** Calls a tool and hangs up before it answers. */
function hangUp(victim: Victim): Promise<void> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': 2 };
    const sent = request(new URL('/v1/tools/slow/call', victim.url), { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.on('close', resolve);
    sent.write('{}');
    setTimeout(() => sent.destroy(), 5);
  });
}

async function countWords({ ask }: Victim, headers: Record<string, string>): Promise<void> {
  const { status } = await ask('/v1/tools/word-count/call', {
    method: 'POST',
    body: { text: 'One two three.' },
    headers,
  });
  if (status !== 200) throw new Error(`Cannot count words: ${status}`);
}

const ways = [
  ['flow tool calls', countWords],
  [
    'flow tool calls by events',
    (victim: Victim, headers: Record<string, string>) =>
      countWords(victim, { ...headers, accept: 'text/event-stream' }),
  ],
  ['disconnects', hangUp],
] as const;

test('nothing stays behind after flow tool calls and disconnects', async () => {
  const victim = await startVictim({ 'helve.config.mjs': config });
  const headers = await startHeaderOf(victim.running);
  const times = isLong ? 5_000 : 200;
  for (const [name, once] of ways) {
    const many = async (count: number) => {
      for (let at = 0; at < count; at += 20) await Promise.all(Array.from({ length: 20 }, () => once(victim, headers)));
    };
    // Code is compiled and caches are filled first.
    await many(times);
    const before = await heapOf(victim);
    await many(times);
    const bytes = ((await heapOf(victim)) - before) / times;
    const maxBytes = isLong ? 500 : 4_000;
    const leaked = bytes < maxBytes ? 0 : Math.round(bytes * times);
    const note = `${Math.round(bytes)} bytes each`;
    tally({ attack: `${times} ${name}`, acknowledged: times, lost: 0, doubled: 0, leaked, note });
    expect(bytes, name).toBeLessThan(maxBytes);
  }
}, 300_000);
