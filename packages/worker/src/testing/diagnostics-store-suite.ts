import { describe, expect, test } from 'vitest';
import {
  diagnosticLevels,
  type DiagnosticFilter,
  type DiagnosticLine,
  type DiagnosticsStore,
} from '../port/diagnostics-store.js';
import { NOW, withFreshStore, type OpenStore } from './open-store.js';

function aLine(change: Partial<DiagnosticLine> = {}): DiagnosticLine {
  return { atMs: NOW, source: 'log', level: 'info', instanceId: 'one', message: 'hello', ...change };
}

const full = aLine({
  session: 's1',
  jobId: 'j1',
  runId: 'r1',
  callId: 'c1',
  message: 'é😀\0"',
  fields: { a: [1, null] },
});
const lots = { maxAgeMs: 1e12, maxBytes: 1e12 };

/** Tests the contract of diagnostics stores. */
export function diagnosticsStoreSuite(name: string, open: OpenStore<DiagnosticsStore>): void {
  const messages = async (store: DiagnosticsStore, filter?: DiagnosticFilter) =>
    (await store.read(filter)).map(({ message }) => message);

  describe(`diagnostics store: ${name}`, () => {
    test(
      'lines come back as they were, oldest first, with rising numbers',
      withFreshStore(open, async (store) => {
        await store.append([full, aLine()]);
        await store.append([aLine({ atMs: NOW - 1 })]);
        const lines = await store.read();
        expect(lines).toMatchObject([full, aLine(), aLine({ atMs: NOW - 1 })]);
        const [first, second, third] = lines.map(({ seq }) => seq);
        expect(first).toBeLessThan(second ?? 0);
        expect(second).toBeLessThan(third ?? 0);
        expect(await store.read({ afterSeq: second ?? 0 })).toHaveLength(1);
      }),
    );

    test(
      'a filter wants every id, source and level it names',
      withFreshStore(open, async (store) => {
        await store.append([
          ...diagnosticLevels.map((level) => aLine({ level, message: level })),
          aLine({ source: 'stderr', message: 'printed', instanceId: 'two', jobId: 'j1' }),
          { ...full, message: 'full' },
        ]);
        expect(await messages(store, { minLevel: 'warn' })).toEqual(['warn', 'error', 'fatal']);
        expect(await messages(store, { sources: ['stderr', 'stdout'] })).toEqual(['printed']);
        expect(await messages(store, { jobId: 'j1' })).toEqual(['printed', 'full']);
        expect(await messages(store, { jobId: 'j1', instanceId: 'one' })).toEqual(['full']);
        expect(await messages(store, { session: 's1', runId: 'r1', callId: 'c1' })).toEqual(['full']);
        expect(await messages(store, { last: 2 })).toEqual(['printed', 'full']);
      }),
    );

    test(
      'what is too old goes, and then the oldest until the rest is small enough',
      withFreshStore(open, async (store) => {
        const at = (atMs: number, message: string) => aLine({ atMs, message });
        await store.append([at(NOW - 100, 'old'), at(NOW - 99, 'fresh'), at(NOW, 'x'.repeat(1_000)), at(NOW, 'last')]);
        expect(await store.prune(lots, NOW)).toBe(0);
        expect(await store.prune({ ...lots, maxAgeMs: 100 }, NOW)).toBe(1);
        expect(await messages(store)).toEqual(['fresh', 'x'.repeat(1_000), 'last']);
        expect(await store.prune({ ...lots, maxBytes: 900 }, NOW)).toBe(2);
        expect(await messages(store)).toEqual(['last']);
        expect(await store.prune({ ...lots, maxBytes: 0 }, NOW)).toBe(1);
        expect(await messages(store)).toEqual([]);
      }),
    );
  });
}
