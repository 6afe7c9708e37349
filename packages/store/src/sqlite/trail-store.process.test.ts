import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aCallRecord } from '@helve/govern/testing';
import { openSqliteStore } from '@helve/store';
import { build } from 'esbuild';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'helve-trail-'));
const writer = join(root, 'node_modules', '.cache', 'helve', `trail-writer-${process.pid}.mjs`);

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
  rmSync(writer, { force: true });
});

let files = 0;
const newPath = () => join(scratch, `${(files += 1)}.db`);

async function trailOf(count: number): Promise<string> {
  const path = newPath();
  const store = openSqliteStore({ path });
  for (let i = 1; i <= count; i += 1) await store.trail.append(aCallRecord({ requestId: `q${i}` }));
  await store.close();
  return path;
}

async function verify(path: string, head?: string) {
  const store = openSqliteStore({ path });
  const verdict = await store.trail.verify(head);
  await store.close();
  return verdict;
}

async function headOf(path: string): Promise<string> {
  const store = openSqliteStore({ path });
  const { hash } = await store.trail.head();
  await store.close();
  return hash;
}

function tamper(path: string, sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

const copyOf = (seq: number, as: number) =>
  `INSERT INTO trail SELECT ${as}, request_id, tool_id, user_id, session_id, outcome, record, previous_hash, hash, owner, NULL
   FROM trail WHERE seq = ${seq}`;

describe('verify', () => {
  test.each([
    ['a changed record', `UPDATE trail SET record = replace(record, 'ada', 'eve') WHERE seq = 3`, 3],
    ['a record with a space more', `UPDATE trail SET record = record || ' ' WHERE seq = 3`, 3],
    ['a changed hash', `UPDATE trail SET hash = '${'0'.repeat(64)}' WHERE seq = 3`, 3],
    ['a changed column that hides a record from a filter', `UPDATE trail SET user_id = 'eve' WHERE seq = 3`, 3],
    ['a record that was given to another owner', `UPDATE trail SET owner = '//eve' WHERE seq = 3`, 3],
    ['a removed record', 'DELETE FROM trail WHERE seq = 3', 3],
    ['a removed first record', 'DELETE FROM trail WHERE seq = 1', 1],
    ['a removed last record', 'DELETE FROM trail WHERE seq = 5', 5],
    [
      'a removed record whose gap was closed',
      'DELETE FROM trail WHERE seq = 3; UPDATE trail SET seq = seq - 1 WHERE seq > 3',
      3,
    ],
    ['a record inserted at the end', copyOf(5, 6), 6],
    ['a record inserted before the first', copyOf(1, 0), 6],
    [
      'two records that changed places',
      'UPDATE trail SET seq = 99 WHERE seq = 2; UPDATE trail SET seq = 2 WHERE seq = 3; UPDATE trail SET seq = 3 WHERE seq = 99',
      2,
    ],
    ['a removed head', 'DELETE FROM trail_head', 1],
    ['a head that counts too many', 'UPDATE trail_head SET count = 7', 6],
    ['a head of another chain', `UPDATE trail_head SET hash = '${'a'.repeat(64)}'`, 5],
  ])('sees %s', async (_, sql, brokenAtSeq) => {
    const path = await trailOf(5);
    expect(await verify(path)).toMatchObject({ ok: true, count: 5 });
    tamper(path, sql);
    expect(await verify(path)).toMatchObject({ ok: false, brokenAtSeq, problem: expect.any(String) });
  });

  test('sees a tail that was cut off with care, by a head from elsewhere', async () => {
    const path = await trailOf(5);
    const head = await headOf(path);
    tamper(
      path,
      'DELETE FROM trail WHERE seq > 3; UPDATE trail_head SET count = 3, hash = (SELECT hash FROM trail WHERE seq = 3)',
    );
    expect(await verify(path)).toMatchObject({ ok: true, count: 3 });
    expect(await verify(path, head)).toMatchObject({ ok: false, count: 3, brokenAtSeq: 4 });
  });

  test('walks a chain that is longer than a page', async () => {
    const path = newPath();
    const store = openSqliteStore({ path });
    await Promise.all(
      Array.from({ length: 1_203 }, (_, index) => store.trail.append(aCallRecord({ requestId: index }))),
    );
    await store.close();
    expect(await verify(path)).toMatchObject({ ok: true, count: 1_203 });
    tamper(path, `UPDATE trail SET record = '{}' WHERE seq = 1100`);
    expect(await verify(path)).toMatchObject({ ok: false, brokenAtSeq: 1_100 });
  });
});

describe('append', () => {
  test('writes what comes at once in one transaction', async () => {
    const path = newPath();
    const store = openSqliteStore({ path });
    const watcher = new Database(path);
    const version = () => (watcher.prepare('PRAGMA data_version').all() as [{ data_version: number }])[0].data_version;
    const before = version();
    await Promise.all(Array.from({ length: 100 }, (_, index) => store.trail.append(aCallRecord({ requestId: index }))));
    expect(version()).toBe(before + 1);
    watcher.close();
    await store.close();
  });

  test('a batch that fails rejects every record of it and keeps none', async () => {
    const path = newPath();
    const store = openSqliteStore({ path });
    await store.trail.append(aCallRecord());
    tamper(
      path,
      `CREATE TRIGGER refuse BEFORE INSERT ON trail WHEN new.request_id = '7' BEGIN SELECT RAISE(ABORT, 'no'); END`,
    );
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => store.trail.append(aCallRecord({ requestId: index }))),
    );
    expect(results.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
    await store.trail.append(aCallRecord({ requestId: 'after' }));
    expect(await store.trail.verify()).toMatchObject({ ok: true, count: 2 });
    await store.close();
  });
});

/** Appends records, eight at a time, without end or `count` of them; reports each that is durable. */
const writerSource = `
import { openSqliteStore } from '@helve/store';
import { aCallRecord } from './record.js';
const [path, name, count, noteLength] = process.argv.slice(2);
const note = 'n'.repeat(Number(noteLength));
const store = openSqliteStore({ path });
let next = 0;
const lane = async () => {
  while (next < Number(count)) {
    const requestId = name + ':' + next++;
    await store.trail.append(aCallRecord(requestId, note));
    process.stdout.write(requestId + '\\n');
  }
};
await Promise.all(Array.from({ length: 8 }, lane));
await store.close();
`;

const recordSource = `
export const aCallRecord = (requestId, output) => ({ ...${JSON.stringify(aCallRecord())}, requestId, output });
`;

describe('processes', () => {
  beforeAll(async () => {
    mkdirSync(join(writer, '..'), { recursive: true });
    await build({
      stdin: { contents: writerSource, resolveDir: import.meta.dirname },
      outfile: writer,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      external: ['libsql', 'pg'],
      alias: {
        '@helve/store': join(root, 'packages', 'store', 'src', 'index.ts'),
        '@helve/core': join(root, 'packages', 'core', 'src', 'index.ts'),
        '@helve/core/options': join(root, 'packages', 'core', 'src', 'options.ts'),
      },
      plugins: [
        {
          name: 'record',
          setup: (plugins) => {
            plugins.onResolve({ filter: /^\.\/record\.js$/ }, () => ({ path: 'record', namespace: 'record' }));
            plugins.onLoad({ filter: /.*/, namespace: 'record' }, () => ({ contents: recordSource }));
          },
        },
      ],
    });
  });

  test.each([
    ['short records', 0],
    // A few of these are enough for a checkpoint.
    ['long records', 100_000],
  ])(
    'one that is killed while it writes %s loses at most what it had not been told of',
    { timeout: 60_000 },
    async (_, noteLength) => {
      const path = newPath();
      const told: string[] = [];
      for (let round = 0; round < 5; round += 1) {
        const { child, lines, ended } = startWriter(path, `round ${round}`, Number.POSITIVE_INFINITY, noteLength);
        while (lines.length < 20) await delay(5);
        await delay(Math.random() * 60);
        child.kill('SIGKILL');
        await ended;
        told.push(...lines);
        const store = openSqliteStore({ path });
        const verdict = await store.trail.verify();
        expect(verdict).toMatchObject({ ok: true });
        expect(verdict.count).toBeGreaterThanOrEqual(told.length);
        for (const requestId of told) expect(await store.trail.get(requestId), requestId).toBeDefined();
        await store.close();
      }
    },
  );

  test('several that write to one file make one chain', { timeout: 60_000 }, async () => {
    const path = newPath();
    const writers = ['a', 'b', 'c'].map((name) => startWriter(path, name, 200));
    expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(await verify(path)).toMatchObject({ ok: true, count: 600 });
    const store = openSqliteStore({ path });
    const requests = (await store.trail.list({ limit: 1_000 })).map(({ requestId }) => requestId);
    expect(new Set(requests).size).toBe(600);
    await store.close();
  });
});

function startWriter(path: string, name: string, count: number, noteLength = 0) {
  const values = [path, name, String(count), String(noteLength)];
  const child = spawn(process.execPath, [writer, ...values], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, lines, ended };
}
