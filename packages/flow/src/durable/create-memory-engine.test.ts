import { expect, test } from 'vitest';
import { aJob } from '../testing/engine/engine-bed.js';
import { engineSuite } from '../testing/engine-suite.js';
import { createMemoryEngine } from './create-memory-engine.js';

engineSuite('memory', async () => {
  let time = 1_000_000;
  const engine = createMemoryEngine({ now: () => time });
  return {
    leaseMs: 1_000,
    // A journal in memory has one process.
    open: async () => engine,
    advance: async (ms) => void (time += ms),
    close: () => engine.close(),
  };
});

test('createMemoryEngine ends the events of a job that never settles when it is closed', async () => {
  const engine = createMemoryEngine();
  await engine.submit(aJob(1));
  const kinds: string[] = [];
  const listening = (async () => {
    for await (const { kind } of engine.events('j1')) kinds.push(kind);
  })();
  await new Promise((resolve) => setImmediate(resolve));
  await engine.close();
  await listening;
  expect(kinds).toEqual(['submitted']);
});
