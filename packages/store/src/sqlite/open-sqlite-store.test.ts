import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionStoreSuite } from '@helve/agent/testing';
import { createBlockStore } from '@helve/flow/engine';
import { blockStoreSuite } from '@helve/flow/testing';
import {
  aCallRecord,
  apiKeyStoreSuite,
  approvalStoreSuite,
  cacheStoreSuite,
  consentStoreSuite,
  counterStoreSuite,
  idempotencyStoreSuite,
  leaseStoreSuite,
  quotaStoreSuite,
  resultStoreSuite,
  trailStoreSuite,
} from '@helve/govern/testing';
import { openSqliteStore, type SqliteStoreOptions, type Store } from '@helve/store';
import {
  configStoreSuite,
  diagnosticsStoreSuite,
  journalStoreSuite,
  measurementStoreSuite,
} from '@helve/worker/testing';
import Database from 'libsql';
import { afterAll, describe, expect, test } from 'vitest';
import { emptyHead, appendToChain } from '../trail/chain.js';
import { toColumns } from '../trail/record-text.js';
import { migrations } from './migrations.js';

const scratch = mkdtempSync(join(tmpdir(), 'helve-store-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let files = 0;
const newPath = () => join(scratch, `${(files += 1)}.db`);

describe.each([
  ['SQLite file', newPath],
  ['SQLite in memory', () => ':memory:'],
])('%s', (name, pathOf) => {
  const opens =
    <Port extends keyof Store>(port: Port) =>
    async () => {
      const store = openSqliteStore({ path: pathOf() });
      return { store: store[port], close: () => store.close() };
    };
  quotaStoreSuite(name, opens('quota'));
  counterStoreSuite(name, opens('counter'));
  leaseStoreSuite(name, opens('lease'));
  cacheStoreSuite(name, opens('cache'));
  idempotencyStoreSuite(name, opens('idempotency'));
  consentStoreSuite(name, opens('consent'));
  resultStoreSuite(name, opens('result'));
  approvalStoreSuite(name, opens('approvals'));
  apiKeyStoreSuite(name, opens('apiKeys'));
  trailStoreSuite(name, opens('trail'));
  sessionStoreSuite(name, opens('sessions'));
  configStoreSuite(name, opens('config'));
  measurementStoreSuite(name, opens('measurements'));
  journalStoreSuite(name, opens('journal'));
  diagnosticsStoreSuite(name, opens('diagnostics'));
  blockStoreSuite(name, async (options = {}) => {
    const store = openSqliteStore({ path: pathOf() });
    return { store: createBlockStore(store.blocks, options), close: () => store.close() };
  });
});

describe('openSqliteStore', () => {
  test('makes the file and its folder, for this user alone', async () => {
    const path = join(scratch, 'a', 'b', 'store.db');
    const store = openSqliteStore({ path });
    await store.cache.set('k', 1, 1_000, 0);
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
    await store.close();
  });

  test('keeps what was written when it is opened again', async () => {
    const path = newPath();
    const first = openSqliteStore({ path });
    await first.consent.grant('ada', 'mail', 'ada', 0);
    await first.trail.append(aCallRecord());
    await first.close();
    const second = openSqliteStore({ path });
    expect(await second.consent.isGranted('ada', 'mail')).toBe(true);
    expect(await second.trail.verify()).toMatchObject({ ok: true, count: 1 });
    await second.close();
  });

  test('brings a file of the first schema to the present one', async () => {
    const path = newPath();
    const database = new Database(path);
    database.exec(`CREATE TABLE helve_schema (version INTEGER NOT NULL) STRICT; ${migrations[0]}`);
    const record = JSON.stringify({ requestId: 'q1', toolId: 'sum', userId: 'ada', outcome: { kind: 'success' } });
    const { rows, head } = appendToChain(emptyHead, [{ text: record, columns: toColumns(record) }]);
    for (const { seq, previousHash, hash } of rows) {
      const values = [seq, 'q1', 'sum', 'ada', null, 'success', record, previousHash, hash];
      database.prepare('INSERT INTO trail VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(...values);
    }
    database.prepare('INSERT INTO trail_head VALUES (1, ?, ?)').run(head.hash, head.count);
    database.exec(`INSERT INTO consent (user_id, tool_id, granted_by, granted_at_ms) VALUES ('ada', 'mail', 'ada', 0);
      INSERT INTO helve_schema VALUES (1)`);
    database.close();
    const second = openSqliteStore({ path });
    const claim = { key: 'k', holder: 'h', argumentsDigest: 'd', leaseMs: 10, nowMs: 0, takeOver: false };
    expect(await second.idempotency.begin(claim)).toEqual({ state: 'started' });
    expect(await second.idempotency.renew('k', 'h', 10, 5)).toBe(true);
    expect(await second.consent.isGranted('ada', 'mail')).toBe(true);
    await second.trail.append(aCallRecord({ requestId: 'q2' }));
    expect(await second.trail.verify()).toMatchObject({ ok: true, count: 2 });
    expect(await second.trail.list({ owner: '//ada' })).toMatchObject([{ requestId: 'q2' }]);
    await second.close();
  });

  test('takes an address for a path and never calls a server', async () => {
    const folder = join(scratch, 'addresses');
    mkdirSync(folder);
    const before = process.cwd();
    process.chdir(folder);
    try {
      await openSqliteStore({ path: 'http://localhost/x.db' }).close();
    } finally {
      process.chdir(before);
    }
    expect(existsSync(join(folder, 'http:', 'localhost', 'x.db'))).toBe(true);
  });

  test.each([
    ['no path', {}, '`path` is not the path of a file'],
    ['an empty path', { path: '' }, '`path` is not the path of a file'],
    ['a NUL in the path', { path: 'a\0b' }, '`path` holds a NUL character'],
    ['an unknown option', { path: 'x.db', paht: 1 }, 'unknown option "paht"'],
    ['no options', undefined, 'the options are not an object'],
  ])('refuses %s', (_, options, problem) => {
    expect(() => openSqliteStore(options as SqliteStoreOptions)).toThrow(
      expect.objectContaining({ code: 'STORE_OPTION_INVALID', message: `Cannot open the store: ${problem}` }),
    );
  });

  test('refuses a folder, and a path that leads through a file', () => {
    const file = join(scratch, 'plain');
    writeFileSync(file, '');
    expectRefusal(scratch, 'STORE_FILE_UNUSABLE');
    expectRefusal(join(file, 'x.db'), 'STORE_FILE_UNUSABLE');
    expectRefusal(join(file, 'deeper', 'x.db'), 'STORE_FILE_UNUSABLE');
  });

  const notAsRoot = { skip: process.getuid?.() === 0, meta: { skipReason: 'needs a user other than root' } };
  test('refuses a file that this user may not write', notAsRoot, () => {
    const path = newPath();
    writeFileSync(path, '');
    chmodSync(path, 0o400);
    expectRefusal(path, 'STORE_FILE_UNUSABLE');
  });

  test('refuses a file that is no database, and leaves it as it was', () => {
    const path = newPath();
    const text = 'Dear diary, this is not a database. '.repeat(200);
    writeFileSync(path, text);
    expectRefusal(path, 'STORE_FILE_NOT_DATABASE');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('refuses the database of something else, and leaves it as it was', () => {
    const path = newPath();
    raw(path, 'CREATE TABLE customers (name TEXT)');
    const bytes = readFileSync(path);
    expectRefusal(path, 'STORE_FILE_FOREIGN');
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('refuses a file of a newer schema', async () => {
    const path = newPath();
    await openSqliteStore({ path }).close();
    raw(path, 'UPDATE helve_schema SET version = 999');
    expectRefusal(path, 'STORE_SCHEMA_NEWER');
  });

  test('answers for a damaged file', async () => {
    const path = newPath();
    const store = openSqliteStore({ path });
    for (let i = 0; i < 200; i += 1) await store.trail.append(aCallRecord({ requestId: i, output: 'x'.repeat(500) }));
    await store.close();
    raw(path, 'PRAGMA wal_checkpoint(TRUNCATE)');
    for (const side of ['-wal', '-shm']) rmSync(path + side, { force: true });
    damage(path, 200_000);
    const damaged = openSqliteStore({ path });
    await expect(damaged.trail.verify()).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
    await damaged.close();
    damage(path, 4_096);
    expectRefusal(path, 'STORE_DAMAGED');
  });

  test('waits for another process that writes, and says so when that takes too long', async () => {
    const path = newPath();
    const store = openSqliteStore({ path });
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    const waiting = store.counter.reserve('k', 1, 1_000, 0);
    setTimeout(() => other.exec('ROLLBACK'), 200);
    expect(await waiting).toBe(true);
    other.exec('BEGIN IMMEDIATE');
    const appended = store.trail.append(aCallRecord());
    const read = store.cache.get('k', 0);
    expect(await read).toBeUndefined();
    await expect(appended).rejects.toMatchObject({ code: 'STORE_BUSY', retryable: true });
    other.exec('ROLLBACK');
    other.close();
    expect(await store.trail.head()).toMatchObject({ count: 0 });
    await store.close();
  });

  test('a closed store says so, and closing writes what still waits', async () => {
    const path = newPath();
    const store = openSqliteStore({ path });
    const appended = store.trail.append(aCallRecord());
    await store.close();
    await appended;
    await store.close();
    await expect(store.trail.append(aCallRecord())).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await expect(store.cache.get('k', 0)).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    const again = openSqliteStore({ path });
    expect(await again.trail.head()).toMatchObject({ count: 1 });
    await again.close();
  });

  test('what has expired does not pile up', async () => {
    const path = newPath();
    const store = openSqliteStore({ path });
    const charge = { limit: 5, windowMs: 10, cost: 1 };
    for (let i = 0; i < 300; i += 1) {
      const nowMs = i * 100;
      await store.quota.charge([{ ...charge, key: `k${i}`, algorithm: 'sliding-window' }], nowMs);
      await store.quota.charge([{ ...charge, key: `k${i}`, algorithm: 'token-bucket' }], nowMs);
      await store.counter.reserve(`k${i}`, 1, 10, nowMs);
      await store.lease.acquire(`k${i}`, 'h', 1, 10);
      await store.cache.set(`k${i}`, i, 10, nowMs);
      await store.result.put(`k${i}`, 'ada', 'text', 10, nowMs);
      await store.idempotency.begin({
        key: `k${i}`,
        holder: 'h',
        argumentsDigest: 'd',
        leaseMs: 10,
        nowMs,
        takeOver: false,
      });
      await store.idempotency.complete(`k${i}`, 'h', { output: 1, intents: [] }, 10, nowMs);
    }
    await store.close();
    const database = new Database(path);
    const tables = [
      'quota_entry',
      'quota_bucket',
      'counter',
      'lease',
      'cache',
      'result',
      'result_piece',
      'idempotency',
    ];
    for (const table of tables) {
      const [row] = database.prepare(`SELECT count(*) AS n FROM ${table}`).all() as [{ n: number }];
      expect(row.n, table).toBeLessThan(130);
    }
    database.close();
  });
});

function expectRefusal(path: string, code: string): void {
  expect(() => openSqliteStore({ path })).toThrow(
    expect.objectContaining({ code, details: expect.objectContaining({ suggestion: expect.any(String) }) }),
  );
}

function damage(path: string, from: number): void {
  writeFileSync(path, readFileSync(path).fill(0xab, from));
}

function raw(path: string, sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}
