import { describe, expect, test } from 'vitest';
import { journalKinds, type JournalEntry, type JournalFilter, type JournalStore } from '../port/journal-store.js';
import { concurrently, NOW, withFreshStore, type OpenStore } from './open-store.js';

function anEntry(change: Partial<JournalEntry> = {}): JournalEntry {
  return { kind: 'job-state', atMs: NOW, facts: { to: 'running' }, ...change };
}

const full = anEntry({
  kind: 'exit',
  capability: 'whisper',
  instanceId: 'one',
  session: 's1',
  jobId: 'j1',
  runId: 'r1',
  callId: 'c1',
  facts: { code: null, signal: 'SIGKILL', stderr: ['é😀\0"'] },
});

/** Tests the contract of journal stores. */
export function journalStoreSuite(name: string, open: OpenStore<JournalStore>): void {
  describe(`journal store: ${name}`, () => {
    test(
      'entries come back as they were, oldest first, numbered from 1',
      withFreshStore(open, async (store) => {
        expect(await store.read()).toEqual([]);
        await store.append([full, anEntry()]);
        await store.append([]);
        await store.append([anEntry({ atMs: NOW - 5 })]);
        expect(await store.read()).toEqual([
          { ...full, seq: 1 },
          { ...anEntry(), seq: 2 },
          { ...anEntry({ atMs: NOW - 5 }), seq: 3 },
        ]);
      }),
    );

    test(
      'every kind can be kept and asked for',
      withFreshStore(open, async (store) => {
        await store.append(journalKinds.map((kind) => anEntry({ kind })));
        expect((await store.read()).map(({ kind }) => kind)).toEqual([...journalKinds]);
        expect((await store.read({ kinds: ['spawn', 'exit'] })).map(({ kind }) => kind)).toEqual(['spawn', 'exit']);
        expect(await store.read({ kinds: [] })).toEqual([]);
      }),
    );

    test(
      'a filter wants every id it names',
      withFreshStore(open, async (store) => {
        const other = { instanceId: 'two', session: 's2', jobId: 'j2', runId: 'r2', callId: 'c2' };
        await store.append([full, anEntry(), anEntry(other), anEntry({ ...other, jobId: 'j1' })]);
        const found = async (filter: JournalFilter) => (await store.read(filter)).map(({ seq }) => seq);
        expect(await found({ instanceId: 'one' })).toEqual([1]);
        expect(await found({ session: 's2' })).toEqual([3, 4]);
        expect(await found({ jobId: 'j1' })).toEqual([1, 4]);
        expect(await found({ jobId: 'j1', runId: 'r2' })).toEqual([4]);
        expect(await found({ callId: 'c2', instanceId: 'one' })).toEqual([]);
      }),
    );

    test(
      'a reader may go on after the last entry it has seen, or ask for the newest',
      withFreshStore(open, async (store) => {
        await store.append(Array.from({ length: 10 }, (_, index) => anEntry({ facts: { index } })));
        const seqs = async (filter: JournalFilter) => (await store.read(filter)).map(({ seq }) => seq);
        expect(await seqs({ afterSeq: 8 })).toEqual([9, 10]);
        expect(await seqs({ last: 3 })).toEqual([8, 9, 10]);
        expect(await seqs({ last: 0 })).toEqual([]);
        expect(await seqs({ afterSeq: 8, last: 1 })).toEqual([10]);
      }),
    );

    test(
      'batches that come at once are all there, each in one piece',
      withFreshStore(open, async (store) => {
        await concurrently(20, (index) =>
          store.append([1, 2, 3].map((part) => anEntry({ jobId: `j${index}`, facts: { part } }))),
        );
        const entries = await store.read();
        expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
        for (let start = 0; start < 60; start += 3) {
          const batch = entries.slice(start, start + 3);
          expect(new Set(batch.map(({ jobId }) => jobId)).size).toBe(1);
          expect(batch.map(({ facts }) => facts['part'])).toEqual([1, 2, 3]);
        }
      }),
    );
  });
}
