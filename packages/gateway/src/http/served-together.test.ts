import { describe, expect, test, vi } from 'vitest';
import { servedTogether } from './served-together.js';

/** Two that come at the same time, each with two things to do. */
async function serveTwo(): Promise<string> {
  const log: string[] = [];
  const serve = async (name: string) => {
    await servedTogether();
    log.push(`${name}1`);
    await Promise.resolve();
    log.push(`${name}2`);
  };
  await Promise.all([serve('a'), serve('b')]);
  return log.join(' ');
}

async function serveBusy(ms: number): Promise<void> {
  await servedTogether();
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('servedTogether', () => {
  test('those that take little time begin together', async () => {
    await vi.waitFor(async () => expect(await serveTwo()).toBe('a1 b1 a2 b2'));
  });

  test('none waits for another once they take their time', async () => {
    await serveBusy(10);
    expect(await serveTwo()).toBe('a1 a2 b1 b2');
  });

  test('waits until the sockets of this turn have been read', async () => {
    const log: string[] = [];
    const served = servedTogether().then(() => log.push('served'));
    process.nextTick(() => log.push('tick'));
    queueMicrotask(() => log.push('microtask'));
    await served;
    expect(log).toEqual(expect.arrayContaining(['tick', 'microtask']));
    expect(log.at(-1)).toBe('served');
  });
});
