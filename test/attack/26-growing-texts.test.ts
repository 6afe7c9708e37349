import { beforeAll, expect, test } from 'vitest';
import { startVictim, type Victim } from './kit.js';

const files = {
  'helve.config.mjs': `
export default {
  expose: { http: { builtIn: ['xslt-transform', 'search-replace'] } },
  server: { port: 0 },
};`,
};

let victim: Victim;
beforeAll(async () => {
  victim = await startVictim(files);
});

const doubling = (key: string, count: number) => Array.from({ length: count }, () => ({ [key]: 'a', replace: 'aa' }));

/** Longest time in which the server answered while something else went on. */
async function slowestHealth(meanwhile: Promise<unknown>): Promise<number> {
  const end = new AbortController();
  void meanwhile.finally(() => end.abort());
  let slowestMs = 0;
  do {
    const began = performance.now();
    expect((await victim.ask('/healthz')).status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - began);
  } while (!end.signal.aborted);
  return slowestMs;
}

test.each([
  ['xslt-transform', { rules: doubling('pattern', 40) }],
  ['search-replace', { pairs: doubling('search', 40), applySource: true }],
])('%s refuses a text that doubles with every rule, and the server answers meanwhile', async (tool, config) => {
  const call = victim.ask(`/v1/tools/${tool}/call`, { method: 'POST', body: { text: 'a'.repeat(1_000), config } });
  expect(await slowestHealth(call)).toBeLessThan(3_000);
  const { status, text } = await call;
  expect(status).toBe(400);
  expect(text).toContain('exceeds the limit');
});

test('a long text with many matches lets the server answer meanwhile', async () => {
  const rules = Array.from({ length: 6 }, (_, index) => ({ pattern: '.', replace: String(index) }));
  const body = { text: 'a'.repeat(200_000), config: { rules } };
  const call = victim.ask('/v1/tools/xslt-transform/call', { method: 'POST', body });
  expect(await slowestHealth(call)).toBeLessThan(3_000);
  expect((await call).status).toBe(200);
});

test('work for a client that goes away is stopped', async () => {
  const rules = Array.from({ length: 50 }, (_, index) => ({ pattern: '.', replace: String(index % 10) }));
  const stop = new AbortController();
  const leaving = fetch(new URL('/v1/tools/xslt-transform/call', victim.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'a'.repeat(500_000), config: { rules } }),
    signal: stop.signal,
  });
  setTimeout(() => stop.abort(), 500);
  await expect(leaving).rejects.toThrow('aborted');
  const began = performance.now();
  // Work that nobody waits for any more would hold this up.
  const { status } = await victim.ask('/v1/tools/xslt-transform/call', {
    method: 'POST',
    body: { text: 'a'.repeat(100_000), config: { rules: rules.slice(0, 1) } },
  });
  expect(status).toBe(200);
  expect(performance.now() - began).toBeLessThan(4_000);
});
