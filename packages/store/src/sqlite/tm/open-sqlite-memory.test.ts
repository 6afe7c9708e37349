import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textRun } from '@helve/flow';
import { createTranslationMemory } from '@helve/l10n';
import { describeTmStorage } from '@helve/l10n/testing';
import { openSqliteMemory, openSqliteStore } from '@helve/store';
import { afterAll, describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';

const scratch = mkdtempSync(join(tmpdir(), 'helve-memory-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let files = 0;
const newPath = () => join(scratch, 'deep', `${(files += 1)}.db`);

describeTmStorage('SQLite file', async () => openSqliteMemory({ path: newPath() }));

/** Reads the page size from the header of a SQLite file. */
const pageBytesOf = (path: string) => readFileSync(path).readUInt16BE(16);

const pairs = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    variants: { en: [textRun(`Sentence number ${from + index}`)], de: [textRun(`Satz Nummer ${from + index}`)] },
  }));

describe('openSqliteMemory', () => {
  test('T82 a memory is a private file, and there again after it was closed', async () => {
    const path = newPath();
    const first = openSqliteMemory({ path });
    await createTranslationMemory(first).add(pairs(1));
    await first.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = openSqliteMemory({ path });
    expect(await again.stats()).toMatchObject({ entries: 1, locales: { de: 1, en: 1 } });
    await again.close();
  });

  test('T82 a new memory has pages of 16 KiB, and a store has not', async () => {
    const [memory, store] = [newPath(), newPath()];
    await openSqliteMemory({ path: memory }).close();
    await openSqliteStore({ path: store }).close();
    expect([memory, store].map(pageBytesOf)).toEqual([16_384, 4096]);
  });

  test('T82 two connections see each other, and a reader never waits for a writer', async () => {
    const path = newPath();
    const [writer, reader] = [openSqliteMemory({ path }), openSqliteMemory({ path })];
    const [writing, reading] = [createTranslationMemory(writer), createTranslationMemory(reader)];
    const query = { source: 'Sentence number 1', from: 'en', to: 'de', minScore: 1 };
    expect(await reading.lookup(query)).toEqual([]);
    const adding = writing.add(pairs(3000));
    for (let round = 0; round < 20; round += 1) await reading.lookup(query);
    await adding;
    expect(await reading.lookup(query)).toHaveLength(1);
    expect(await reader.revision()).toBe(await writer.revision());
    await Promise.all([writer.close(), reader.close()]);
  });

  test('T82 pieces of the index are merged, and everything is still found', async () => {
    const storage = openSqliteMemory({ path: newPath() });
    const memory = createTranslationMemory(storage);
    for (let round = 0; round < 300; round += 1) await memory.add(pairs(2, round * 2));
    const ids: string[] = [];
    for await (const { id } of storage.entries()) ids.push(id);
    expect(ids).toHaveLength(600);
    expect(ids).toEqual(ids.toSorted());
    for (const number of [0, 1, 31, 299, 511, 599]) {
      const source = `Sentence number ${number}`;
      expect(await memory.lookup({ source, from: 'en', to: 'de', minScore: 1 }), source).toHaveLength(1);
    }
    expect(await memory.add(pairs(600))).toEqual({ added: 0, updated: 0, unchanged: 600 });
    await storage.close();
  });

  test('T82 some keys of many are found without going through all of them', async () => {
    const storage = openSqliteMemory({ path: newPath() });
    const at = '2026-01-02T00:00:00.000Z';
    const entry = { id: 'aa', variants: {}, entities: [], properties: {}, origins: [], createdAt: at, updatedAt: at };
    const keys = Array.from({ length: 30_000 }, (_, hash) => ({ locale: 'en', tiers: 7, text: `key ${hash}`, hash }));
    await storage.putMany([{ entry, keys }]);
    const wanted = Array.from({ length: 3000 }, (_, index) => index * 9);
    const began = cpuNow();
    expect(await storage.keys('en', wanted)).toHaveLength(3000);
    // Comparing each key with the whole list would take minutes.
    expect(cpuNow() - began).toBeLessThan(5000);
    await storage.close();
  });

  test('T82 texts that columns cannot hold as they are come back as they were', async () => {
    const storage = openSqliteMemory({ path: newPath() });
    const memory = createTranslationMemory(storage);
    const odd = 'a NUL \0 and 😀';
    await memory.add([{ variants: { en: [textRun(odd)], de: [textRun('"quoted')] } }]);
    for await (const { variants } of storage.entries()) {
      expect(variants).toEqual({ en: [textRun(odd)], de: [textRun('"quoted')] });
    }
    expect(await memory.lookup({ source: '"quoted', from: 'de', to: 'en' })).toHaveLength(1);
    await storage.close();
  });

  test('refuses a store, a file of something else, and a memory of a newer Helve', async () => {
    const path = newPath();
    await openSqliteStore({ path }).close();
    expect(() => openSqliteMemory({ path })).toThrow(expect.objectContaining({ code: 'STORE_FILE_FOREIGN' }));
    const memory = newPath();
    await openSqliteMemory({ path: memory }).close();
    expect(() => openSqliteStore({ path: memory })).toThrow(expect.objectContaining({ code: 'STORE_FILE_FOREIGN' }));
    const text = newPath();
    writeFileSync(text, 'this is a text, and not a short one, so that nobody takes it for a database'.repeat(20));
    expect(() => openSqliteMemory({ path: text })).toThrow(
      expect.objectContaining({ code: 'STORE_FILE_NOT_DATABASE' }),
    );
  });

  test('T82 a writer that is killed leaves whole batches and a sound memory', async () => {
    const path = newPath();
    const script = `
      import { openSqliteMemory } from '@helve/store';
      import { createTranslationMemory } from '@helve/l10n';
      const memory = createTranslationMemory(openSqliteMemory({ path: ${JSON.stringify(path)} }));
      for (let from = 0; ; from += 1000) {
        await memory.add(Array.from({ length: 1000 }, (_, index) => ({
          variants: { en: [{ kind: 'text', text: 'a ' + (from + index) }], de: [{ kind: 'text', text: 'b ' + (from + index) }] },
        })));
        console.log(from);
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: import.meta.dirname });
    await new Promise<void>((done, failed) => {
      let lines = 0;
      child.stdout.on('data', () => (lines += 1) === 3 && child.kill('SIGKILL'));
      child.stderr.on('data', (text: Buffer) => failed(new Error(text.toString())));
      child.on('close', () => done());
    });
    const storage = openSqliteMemory({ path });
    const { entries, locales } = await storage.stats();
    expect(entries % 1000).toBe(0);
    expect(entries).toBeGreaterThan(0);
    let seen = 0;
    for await (const _ of storage.entries()) seen += 1;
    expect(seen).toBe(entries);
    expect(locales).toEqual({ de: entries, en: entries });
    expect((await storage.lengths('en', 0)).keys).toBe(entries);
    await storage.close();
  });
});
