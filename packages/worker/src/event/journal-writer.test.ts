import { expect, test } from 'vitest';
import { createMemoryJournalStore } from '../memory/memory-journal-store.js';
import type { JournalEntry } from '../port/journal-store.js';
import { JournalWriter } from './journal-writer.js';

function breakable() {
  const store = createMemoryJournalStore();
  const appends: number[] = [];
  const disk = { full: false };
  const append = async (entries: readonly JournalEntry[]) => {
    if (disk.full) throw new Error('no space left');
    appends.push(entries.length);
    await store.append(entries);
  };
  return { writer: new JournalWriter({ ...store, append }), store, disk, appends };
}

const row = (at: number) => ({ kind: 'job-state', facts: { at } }) as const;

test('JournalWriter puts the rows of one turn into one append, in their order', async () => {
  const { writer, store, appends } = breakable();
  const all = [1, 2, 3].map((at) => writer.append(row(at)));
  expect(await Promise.all(all)).toEqual([true, true, true]);
  expect(appends).toEqual([3]);
  expect((await store.read()).map(({ facts }) => facts['at'])).toEqual([1, 2, 3]);
});

test('JournalWriter refuses new work while rows are missing, and takes it again after a probe', async () => {
  const { writer, store, disk } = breakable();
  await writer.assertAvailable();
  disk.full = true;
  expect(await writer.append(row(1))).toBe(false);
  await expect(writer.assertAvailable()).rejects.toMatchObject({ code: 'JOURNAL' });
  expect(await writer.append(row(2))).toBe(false);
  disk.full = false;
  await writer.assertAvailable();
  expect((await store.read()).map(({ facts }) => facts['at'])).toEqual([1, 2]);
  expect(writer.backlog).toBe(0);
});
