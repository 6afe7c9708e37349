import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '@helve/core';
import { createEngine, createLocalDispatcher, type Engine } from '@helve/flow/engine';
import { aJob, aWorker, engineSuite } from '@helve/flow/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { openFolderBlobs } from '../../blob/folder/open-folder-blobs.js';
import { assertLocalFile } from './assert-local-file.js';
import { openSqliteJournal } from './open-sqlite-journal.js';

const scratch = mkdtempSync(join(tmpdir(), 'helve-engine-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let files = 0;
const newFile = () => join(scratch, `${(files += 1)}`, 'engine.db');

engineSuite('sqlite', async () => {
  let time = 1_000_000;
  const now = () => time;
  const path = newFile();
  return {
    leaseMs: 1_000,
    open: async () => {
      const journal = openSqliteJournal({ path, clock: { wallMs: now, uptimeMs: now } });
      return createEngine(journal, createLocalDispatcher(), { now });
    },
    advance: async (ms) => void (time += ms),
    close: async () => undefined,
  };
});

function open(path: string): Engine {
  return createEngine(openSqliteJournal({ path }), createLocalDispatcher(), { keepMs: 1 });
}

describe('openSqliteJournal', () => {
  test('M15 tells of what another engine on the file does', async () => {
    const path = newFile();
    const [engine, other] = [open(path), open(path)];
    await engine.submit(aJob(1));
    const kinds: string[] = [];
    const following = (async () => {
      for await (const { kind } of engine.events('j1')) kinds.push(kind);
    })();
    const claim = await other.claim(aWorker(), 30_000, AbortSignal.timeout(10_000));
    if (claim !== undefined) await other.journal(claim, { kind: 'done', output: 1 });
    await following;
    expect(kinds).toEqual(['submitted', 'claimed', 'done', 'settled']);
    await Promise.all([engine.close(), other.close()]);
  });

  test('M16 keeps one row of a job that settled long ago', async () => {
    const engine = open(newFile());
    await engine.submit(aJob(2));
    await engine.cancel('j1');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await engine.claim(aWorker(), 1_000);
    expect(await engine.get('j1')).toMatchObject({ state: 'cancelled', counts: { cancelled: 2 } });
    expect(await engine.units('j1')).toEqual([]);
    await engine.close();
  });

  test('M4 what is too large for a row is a blob, which goes when no job refers to it any more', async () => {
    const path = newFile();
    const blobs = openFolderBlobs({ path: join(path, '..', 'blobs') });
    let time = 1_000_000;
    const now = () => time;
    const clock = { wallMs: now, uptimeMs: now };
    const engine = createEngine(openSqliteJournal({ path, clock }), createLocalDispatcher(), {
      blobs,
      now,
      keepMs: 60_000,
    });
    const large = 'x'.repeat(300_000);
    const name = sha256(JSON.stringify(large));
    for (const job of ['j1', 'j2']) {
      await engine.submit(aJob(1, { id: job }));
      const claim = await engine.claim(aWorker(), 10_000);
      if (claim === undefined) throw new Error('there was nothing to claim');
      await engine.journal(claim, { kind: 'step', key: 'k', output: large });
      await engine.journal(claim, { kind: 'yield', reason: 'stopped' });
      const again = await engine.claim(aWorker(), 10_000);
      if (again === undefined) throw new Error('there was nothing to claim');
      expect(again.done).toEqual({ k: large });
      await engine.journal(again, { kind: 'done', output: { text: large, $blob: 1 } });
      expect(await engine.units(job)).toMatchObject([{ output: { text: large } }]);
      time += 40_000;
    }
    expect(statSync(path).size).toBeLessThan(250_000);
    expect(await blobs.has([name])).toEqual(new Set([name]));
    for (const isThere of [true, false]) {
      await engine.claim(aWorker(), 1_000);
      expect((await blobs.has([name])).has(name)).toBe(isThere);
      time += 40_000;
    }
    await engine.close();
  });

  test('M25 a worker has one unit at a time of those that were lost twice, so that no other is taken for the cause', async () => {
    let time = 1_000_000;
    const now = () => time;
    const journal = openSqliteJournal({ path: newFile(), clock: { wallMs: now, uptimeMs: now } });
    const engine = createEngine(journal, createLocalDispatcher(), { now });
    await engine.submit(aJob(4));
    for (const worker of ['gone', 'gone too']) {
      for (let slot = 0; slot < 3; slot += 1) await engine.claim(aWorker(worker), 1_000);
      time += 2_000;
    }
    const ids: string[] = [];
    for (const worker of ['a', 'a', 'a', 'b'])
      ids.push((await engine.claim(aWorker(worker), 1_000))?.unit.id ?? 'none');
    expect(ids).toEqual(['u1', 'u4', 'none', 'u2']);
    await engine.close();
  });

  test('M28 a file on a network drive is refused', () => {
    const path = join(scratch, 'engine.db');
    expect(() => assertLocalFile(path, () => 0x6969)).toThrow('it is on a network drive (NFS)');
    expect(() => assertLocalFile(path, () => 0xfe534d42 | 0)).toThrow('it is on a network drive (SMB)');
    expect(() => assertLocalFile(path, () => 0xef53)).not.toThrow();
  });
});
