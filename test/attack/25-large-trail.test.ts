import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { startVictim, type Victim } from './kit.js';

const files = {
  'helve.config.mjs': `
export default {
  tools: [{
    id: 'keep', name: 'keep', description: 'Keeps a text',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    policy: { sideEffects: 'none' },
    hooksByStage: {}, execute: ({ text = '' }) => ({ kept: text }),
  }],
  server: { port: 0 },
};`,
};

let victim: Victim;
beforeAll(async () => {
  victim = await startVictim(files);
});

const text = 'a'.repeat(900_000);

test(
  'large calls grow the trail by what is capped, and lists of them keep the server responsive',
  needs('linux'),
  async () => {
    for (let calls = 0; calls < 100; calls += 1) {
      const { status } = await victim.ask('/v1/tools/keep/call', { method: 'POST', body: { text } });
      expect(status).toBe(200);
    }
    const before = memoryOf(victim);
    const lists = Array.from({ length: 10 }, () => victim.ask('/v1/trail?limit=500'));
    const began = performance.now();
    expect((await victim.ask('/healthz')).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(3_000);
    for (const { status, text: list } of await Promise.all(lists)) {
      expect(status).toBe(200);
      expect(list.length).toBeLessThan(2 * 1_048_576);
    }
    expect(memoryOf(victim) - before).toBeLessThan(200);
  },
);

test('a list of large records ends early, and its cursor leads to the rest', async () => {
  const seen: number[] = [];
  let before = '';
  for (;;) {
    const { body } = await victim.ask(`/v1/trail?limit=500${before}`);
    const { records, next } = body as { records: { seq: number }[]; next?: number };
    seen.push(...records.map(({ seq }) => seq));
    if (next === undefined) break;
    before = `&before=${next}`;
  }
  expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => 100 - index));
});

/** Resident memory of the server in MiB. */
function memoryOf({ running }: Victim): number {
  const status = readFileSync(join('/proc', String(running.process.pid), 'status'), 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}
