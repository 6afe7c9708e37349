import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@helve/store';
import type { JournalEntry } from '@helve/worker/host';
import { afterAll, expect, test } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'helve-journal-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const entry: JournalEntry = { kind: 'spawn', atMs: 1, facts: {} };

test('the journal goes on counting when the file is opened again, and two hosts share one count', async () => {
  const path = join(scratch, 'shared.db');
  const first = openSqliteStore({ path });
  const second = openSqliteStore({ path });
  await Promise.all([first.journal.append([entry, entry]), second.journal.append([entry])]);
  await first.close();
  await second.close();
  const third = openSqliteStore({ path });
  await third.journal.append([entry]);
  expect((await third.journal.read()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  await third.close();
});

test('the journal keeps nothing of a batch with an entry that cannot be written', async () => {
  const store = openSqliteStore({ path: ':memory:' });
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const bad = { ...entry, facts: circular } as unknown as JournalEntry;
  await expect(store.journal.append([entry, bad])).rejects.toThrow(/circular/);
  await expect(store.journal.append([entry, { ...entry, kind: null } as never])).rejects.toMatchObject({
    code: 'STORE_FAILED',
  });
  expect(await store.journal.read()).toEqual([]);
  await store.close();
});
