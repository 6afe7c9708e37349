import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aCallRecord } from '@helve/govern/testing';
import { openSqliteStore, type TrailKeyOptions } from '@helve/store';
import Database from 'libsql';
import { afterAll, describe, expect, test } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'helve-guard-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let folders = 0;

/** Creates a project with a trail of some records, and functions that tamper with it. */
async function project(count = 5, key: Partial<TrailKeyOptions> = {}) {
  const folder = join(scratch, String((folders += 1)));
  const path = join(folder, 'store', 'helve.db');
  const trailKey = { file: join(folder, 'trail.key'), make: true, ...key };
  const open = () => openSqliteStore({ path, trailKey });
  const withStore = async <Result>(step: (store: ReturnType<typeof open>) => Promise<Result>) => {
    const store = open();
    try {
      return await step(store);
    } finally {
      await store.close();
    }
  };
  const append = (requestId: string) => withStore((store) => store.trail.append(aCallRecord({ requestId })));
  const tamper = (sql: string) => {
    const database = new Database(path);
    database.exec(sql);
    database.close();
  };
  for (let i = 1; i <= count; i += 1) await append(`q${i}`);
  return {
    folder,
    path,
    trailKey,
    open,
    append,
    tamper,
    withStore,
    verify: () => withStore((store) => store.trail.verify()),
    removeStore: () => {
      for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    },
  };
}

/** Tampering by somebody who can write the store but lacks the key: hashes and head are consistent. */
const cutTail = `DELETE FROM trail WHERE seq > 3;
  UPDATE trail_head SET count = 3, hash = (SELECT hash FROM trail WHERE seq = 3)`;

describe('a trail with a key', () => {
  test('is signed, and whole', async () => {
    const { verify, trailKey, withStore } = await project();
    expect(await verify()).toMatchObject({
      ok: true,
      count: 5,
      head: { signature: expect.stringMatching(/^hmac-sha256 [0-9a-f]{16} \S{44}$/) },
    });
    expect(statSync(trailKey.file).mode & 0o777).toBe(0o600);
    expect((await withStore((store) => store.trail.head())).signature).toBeDefined();
  });

  test.each([
    ['a cut tail with a reset head', cutTail, /it ends at record 3, and 5 were written/],
    ['a cut tail without a signature', `${cutTail}; UPDATE trail_head SET signature = NULL`, /it ends at record 3/],
    ['an emptied trail', 'DELETE FROM trail; DELETE FROM trail_head', /it ends at record 0, and 5 were written/],
    ['a signature that was taken away', 'UPDATE trail_head SET signature = NULL', /its head is not signed/],
    [
      'a signature that was made up',
      `UPDATE trail_head SET signature = substr(signature, 1, length(signature) - 44) || '${'A'.repeat(43)}='`,
      /the signature of its head is wrong/,
    ],
    [
      'a signature of another key',
      `UPDATE trail_head SET signature = 'hmac-sha256 0123456789abcdef ${'A'.repeat(43)}='`,
      /signed with another key/,
    ],
  ])('shows %s', async (_, sql, problem) => {
    const { tamper, verify } = await project();
    tamper(sql);
    expect(await verify()).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });

  test.each([
    ['record', `UPDATE trail SET record = replace(record, '"sum":3', '"sum":4') WHERE seq = 5`],
    ['column', `UPDATE trail SET owner = 'somebody' WHERE seq = 5`],
    ['previous hash', `UPDATE trail SET previous_hash = hash WHERE seq = 5`],
  ])('takes no more records after its last one got another %s', async (_, sql) => {
    const { tamper, append, withStore } = await project();
    tamper(sql);
    await expect(append('q6')).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    await expect(withStore((store) => store.trail.check())).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    expect((await withStore((store) => store.trail.head())).count).toBe(5);
  });

  test('shows a rewritten chain, an older copy and a missing store', async () => {
    const one = await project();
    const other = await project(0);
    for (let i = 1; i <= 5; i += 1) await other.append(`x${i}`);
    other.tamper('PRAGMA wal_checkpoint(TRUNCATE)');
    one.removeStore();
    copyFileSync(other.path, one.path);
    expect(await one.verify()).toMatchObject({ ok: false, problem: 'record 5 is not the one that was written' });

    const copied = await project();
    const copy = join(copied.folder, 'copy.db');
    copied.tamper('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(copied.path, copy);
    await copied.append('q6');
    copied.removeStore();
    copyFileSync(copy, copied.path);
    expect(await copied.verify()).toMatchObject({ ok: false, problem: expect.stringContaining('an older copy') });

    const gone = await project();
    gone.removeStore();
    expect(await gone.verify()).toMatchObject({ ok: false, problem: expect.stringContaining('a new store') });
  });

  test('is not written any more once it was cut, so that nobody signs what is left', async () => {
    const { tamper, append, verify, withStore } = await project();
    tamper(cutTail);
    await expect(append('q6')).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    await expect(withStore((store) => store.trail.check())).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    expect(await verify()).toMatchObject({ ok: false });
    await withStore((store) => store.trail.accept());
    await append('q6');
    expect(await verify()).toMatchObject({ ok: true, count: 4 });
  });

  test.each([
    [
      'a signature of another key',
      `UPDATE trail_head SET signature = 'hmac-sha256 0123456789abcdef ${'A'.repeat(43)}='`,
    ],
    ['no signature', 'UPDATE trail_head SET signature = NULL'],
    ['fewer records than its head counts', 'DELETE FROM trail WHERE seq = 5'],
    ['no records but a head', 'DELETE FROM trail'],
    ['no head', 'DELETE FROM trail_head'],
    ['a last record that its head does not name', `UPDATE trail SET hash = '${'a'.repeat(64)}' WHERE seq = 5`],
  ])('with %s takes no more records until somebody accepts it', async (_, sql) => {
    const { tamper, append, verify, withStore } = await project();
    tamper(sql);
    await expect(append('q6')).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    await expect(withStore((store) => store.trail.check())).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    expect(await verify()).toMatchObject({ ok: false });
    await withStore(async ({ trail }) => {
      await trail.accept();
      await trail.append(aCallRecord({ requestId: 'accepted' }));
    });
    await append('q6');
    await withStore((store) => store.trail.check());
  });

  test('to which somebody without the key added records does not make them its own', async () => {
    const { path, folder, append, verify } = await project();
    const forger = openSqliteStore({ path, trailKey: { file: join(folder, 'elsewhere', 'trail.key'), make: true } });
    await expect(forger.trail.append(aCallRecord())).rejects.toThrow('machines that share a store share one key');
    await forger.trail.accept();
    await forger.trail.append(aCallRecord({ requestId: 'forged' }));
    await forger.close();
    await expect(append('q6')).rejects.toThrow('signed with another key');
    expect(await verify()).toMatchObject({ ok: false, problem: expect.stringContaining('another key') });

    // Removing the key, so that a new one is created, does not help either.
    const keyless = await project();
    for (const end of ['', '.counter', '.counter-wal', '.counter-shm']) {
      rmSync(`${keyless.trailKey.file}${end}`, { force: true });
    }
    await expect(keyless.append('q6')).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    await expect(keyless.append('q7')).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    expect(await keyless.verify()).toMatchObject({ ok: false, problem: expect.stringContaining('another key') });
  });

  test.each([
    ['removed', false],
    ['replaced by a copy', true],
  ])('whose file was %s under a process takes no more records of it', async (_, replaced) => {
    const { path, folder, open, removeStore, tamper, withStore } = await project();
    const store = open();
    await store.trail.append(aCallRecord());
    tamper('PRAGMA wal_checkpoint(TRUNCATE)');
    if (replaced) copyFileSync(path, join(folder, 'copy.db'));
    removeStore();
    if (replaced) copyFileSync(join(folder, 'copy.db'), path);
    await expect(store.trail.append(aCallRecord())).rejects.toThrow('its file was removed or replaced');
    await expect(store.trail.check()).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    await store.close();
    if (replaced) await withStore((again) => again.trail.check());
  });

  test('of which a process has written knows that by itself, also if the counter is gone', async () => {
    const { folder, tamper, open } = await project(0);
    const store = open();
    for (let i = 1; i <= 5; i += 1) await store.trail.append(aCallRecord({ requestId: i }));
    await store.trail.check();
    tamper(cutTail);
    for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `trail.key.counter${end}`), { force: true });
    await expect(store.trail.check()).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    await expect(store.trail.append(aCallRecord())).rejects.toMatchObject({ code: 'STORE_TRAIL_CUT' });
    await store.close();
  });

  test('may be written by several at once, and the counter only rises', async () => {
    const { open, verify } = await project(0);
    const stores = [open(), open(), open()];
    await Promise.all(
      stores.flatMap((store, at) =>
        Array.from({ length: 40 }, async (_, i) => {
          await store.trail.append(aCallRecord({ requestId: `${at}-${i}` }));
          expect(await store.trail.verify()).toMatchObject({ ok: true });
        }),
      ),
    );
    for (const store of stores) await store.close();
    expect(await verify()).toMatchObject({ ok: true, count: 120 });
  });

  test('is signed from its next record on if it was begun without one', async () => {
    const { path, verify, append, withStore } = await project(0);
    const bare = openSqliteStore({ path });
    await bare.trail.append(aCallRecord());
    await bare.close();
    expect(await verify()).toMatchObject({ ok: true, count: 1 });
    await append('q2');
    expect((await withStore((store) => store.trail.head())).signature).toBeDefined();
    expect(await verify()).toMatchObject({ ok: true, count: 2 });
  });

  test('takes an Ed25519 key of the operator, and refuses what is no key', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = join(scratch, 'ed25519.pem');
    writeFileSync(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const { verify } = await project(2, { file: pem, make: false });
    expect(await verify()).toMatchObject({ ok: true, head: { signature: expect.stringMatching(/^ed25519 /) } });

    writeFileSync(join(scratch, 'short'), 'secret');
    const short = await project(0, { file: join(scratch, 'short'), make: false });
    await expect(short.append('q')).rejects.toThrow('cannot be used: it is shorter than 32 characters');
    const none = await project(0, { file: join(scratch, 'none'), make: false });
    await expect(none.append('q')).rejects.toThrow('there is no such file');
  });

  test('is made once, whoever comes first', async () => {
    const { trailKey, append } = await project(1);
    const key = readFileSync(trailKey.file, 'utf8');
    await append('q2');
    expect(readFileSync(trailKey.file, 'utf8')).toBe(key);
  });
});
