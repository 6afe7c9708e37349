import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteStore } from '@helve/store';
import Database from 'libsql';
import { afterAll, expect, test } from 'vitest';
import { isGone, ownIdentity } from '../process-identity.js';

const scratch = mkdtempSync(join(tmpdir(), 'helve-lease-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let files = 0;
const newPath = () => join(scratch, `${(files += 1)}.db`);

function change(path: string, sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

/** Starts an idle process and returns it with a function that ends it. */
async function otherProcess() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000); console.log("up")'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  return { pid: child.pid ?? 0, kill };
}

test('a slot of a process that was killed on this machine is free at once, not when its lease ends', async () => {
  const path = newPath();
  const store = openSqliteStore({ path });
  const { pid, kill } = await otherProcess();
  await store.lease.acquire('k', 'theirs', 1, 60_000);
  const stat = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  const owner = JSON.stringify({ ...ownIdentity(), pid, started });
  change(path, `UPDATE lease SET owner = '${owner}'`);
  expect(await store.lease.acquire('k', 'mine', 1, 60_000)).toBe(false);
  await kill();
  expect(await store.lease.acquire('k', 'mine', 1, 60_000)).toBe(true);
  expect(await store.lease.acquire('k', 'another', 1, 60_000)).toBe(false);
  await store.close();
});

test('a process is gone if its number is another one’s now, and nobody can say so of another machine', async () => {
  const own = ownIdentity();
  expect(isGone(own)).toBe(false);
  expect(isGone({ ...own, machine: 'elsewhere', pid: 2 ** 22 + 1 })).toBe(false);
  expect(isGone({ ...own, pid: 2 ** 22 + 1 })).toBe(true);
  expect(isGone({ ...own, started: `${own.started}0` })).toBe(own.started !== '');
});

test('a lease that seems to end long after it may, as after a new start of the machine, ends in its time', async () => {
  const path = newPath();
  const store = openSqliteStore({ path });
  await store.lease.acquire('k', 'old', 1, 400);
  change(path, 'UPDATE lease SET expires_at_ms = expires_at_ms + 3600000');
  expect(await store.lease.acquire('k', 'new', 1, 400)).toBe(false);
  await delay(450);
  expect(await store.lease.acquire('k', 'new', 1, 400)).toBe(true);
  await store.close();
});
