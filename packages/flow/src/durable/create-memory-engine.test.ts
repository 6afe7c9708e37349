import { expect, test } from 'vitest';
import { aJob, engineSuite } from '../testing/engine-suite.js';
import { createMemoryEngine } from './create-memory-engine.js';

engineSuite('memory', async (now) => {
  const engine = createMemoryEngine({ now });
  return { engine, close: () => engine.close() };
});

test('createMemoryEngine ends the events of a job that never settles when it is closed', async () => {
  const engine = createMemoryEngine();
  await engine.submit(aJob(1));
  const kinds: string[] = [];
  const listening = (async () => {
    for await (const { kind } of engine.events('j1')) kinds.push(kind);
  })();
  await engine.close();
  await listening;
  expect(kinds).toEqual(['submitted']);
});
