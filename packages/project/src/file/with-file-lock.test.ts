import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { removeDeadLocks, withFileLock } from './with-file-lock.js';

test('a dead lock is removed by one at a time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'helve-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'file');
  leaveDead(`${file}.lock`);
  // Somebody else is at it, and will take the lock next.
  writeFileSync(`${file}.lock.dead`, '2');
  const waiting = withFileLock(file, async () => 'worked');
  await pause(100);
  expect(readFileSync(`${file}.lock`, 'utf8')).toBe('1');
  rmSync(`${file}.lock.dead`);
  expect(await waiting).toBe('worked');
  expect(readdirSync(folder)).toEqual([]);
});

function leaveDead(lock: string): void {
  writeFileSync(lock, '1');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lock, longAgo, longAgo);
}

test('a dead lock that many wait for is taken by one after the other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'helve-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'file');
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await pause(1);
    inside -= 1;
  };
  for (let round = 0; round < 20; round += 1) {
    leaveDead(`${file}.lock`);
    await Promise.all(Array.from({ length: 4 }, (_, at) => pause(at % 2).then(() => withFileLock(file, work))));
  }
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('what a killed process left beside a lock is removed, and what a living one wrote stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'helve-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'file');
  leaveDead(`${file}.lock.0123456789ab`);
  leaveDead(`${file}.lock.notes`);
  writeFileSync(`${file}.lock.ab0123456789`, '1');
  await removeDeadLocks(file);
  expect(readdirSync(folder)).toEqual(['file.lock.ab0123456789', 'file.lock.notes']);
});
