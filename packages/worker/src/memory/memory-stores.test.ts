import { expect, test } from 'vitest';
import { configStoreSuite } from '../testing/config-store-suite.js';
import { diagnosticsStoreSuite } from '../testing/diagnostics-store-suite.js';
import { journalStoreSuite } from '../testing/journal-store-suite.js';
import { measurementStoreSuite } from '../testing/measurement-store-suite.js';
import { secretStoreSuite } from '../testing/secret-store-suite.js';
import { createMemoryConfigStore } from './memory-config-store.js';
import { createMemoryDiagnosticsStore } from './memory-diagnostics-store.js';
import { createMemoryJournalStore } from './memory-journal-store.js';
import { createMemoryMeasurementStore } from './memory-measurement-store.js';
import { createMemorySecretStore } from './memory-secret-store.js';

const opening =
  <Store>(create: () => Store) =>
  async () => ({ store: create(), close: async () => undefined });

configStoreSuite('memory', opening(createMemoryConfigStore));
diagnosticsStoreSuite('memory', opening(createMemoryDiagnosticsStore));
journalStoreSuite('memory', opening(createMemoryJournalStore));
measurementStoreSuite('memory', opening(createMemoryMeasurementStore));
secretStoreSuite('memory', opening(createMemorySecretStore));

test('diagnostics in memory stay below their limit by themselves', async () => {
  const store = createMemoryDiagnosticsStore({ maxBytes: 10_000 });
  const line = { atMs: 0, source: 'log', level: 'info', instanceId: 'one' } as const;
  for (let index = 0; index < 1_000; index += 1) await store.append([{ ...line, message: `line ${index}` }]);
  const kept = await store.read();
  expect(kept.length).toBeLessThan(200);
  expect(kept.at(-1)?.message).toBe('line 999');
});
