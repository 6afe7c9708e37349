import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isPlainObject } from '@helve/core';
import { projectErrors } from '../project-errors.js';
import { hasEnded, ownProcess, type ProcessOwner } from '../process/process-owner.js';

const againAfterMs = 20;
const patienceMs = 10_000;
/** A lease: whoever on another machine has held a lock for so long has died, since what is done under one takes milliseconds. */
const leaseMs = 30_000;
/** Whoever removes the lock of a dead process is done by then. */
const guardMs = 2_000;

/** Runs work on a file while nobody else works on it, in this process or another. A dead process holds nothing. */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  await take(lock, file);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Removes what processes left that were killed while they took the lock of a file. */
export async function removeDeadLocks(file: string): Promise<void> {
  const folder = dirname(file);
  const begun = `${basename(file)}.lock.`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(begun) || !/^[0-9a-f]{12}$/.test(name.slice(begun.length))) continue;
    if (await isDead(join(folder, name))) await rm(join(folder, name), { force: true });
  }
}

async function take(lock: string, file: string): Promise<void> {
  const owner = JSON.stringify(await ownProcess());
  const giveUpAt = performance.now() + patienceMs;
  while (!(await isTaken(lock, owner, file))) {
    if ((await isDead(lock)) && (await removeDead(lock, owner, file))) continue;
    if (performance.now() > giveUpAt) throw failed(file, `another process is writing it; if not, remove "${lock}"`);
    await pause(againAfterMs * (0.5 + Math.random()));
  }
}

/** One at a time, and looks once more: whoever saw the dead lock a moment ago would remove that of the next holder. */
async function removeDead(lock: string, owner: string, file: string): Promise<boolean> {
  const guard = `${lock}.dead`;
  if (!(await isTaken(guard, owner, file))) {
    if (await isOlderThan(guard, guardMs)) await rm(guard, { force: true });
    return false;
  }
  try {
    if (await isDead(lock)) await rm(lock, { force: true });
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

/** True if the lock is ours now. It appears with its owner in it, or not at all. */
async function isTaken(lock: string, owner: string, file: string): Promise<boolean> {
  const written = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(written, owner, { flag: 'wx', mode: 0o600 });
    await link(written, lock);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw failed(file, cause instanceof Error ? cause.message : String(cause), cause);
  } finally {
    await rm(written, { force: true });
  }
}

async function isDead(lock: string): Promise<boolean> {
  const owner = await readFile(lock, 'utf8').then(readOwner, () => undefined);
  if (owner?.host !== hostname()) return isOlderThan(lock, leaseMs);
  return hasEnded(owner, (start) => start === owner.start);
}

function readOwner(text: string): ProcessOwner | undefined {
  try {
    const owner: unknown = JSON.parse(text);
    const { host, pid, start } = isPlainObject(owner) ? owner : {};
    if (typeof host !== 'string' || typeof pid !== 'number' || typeof start !== 'string') return undefined;
    return { host, pid, start };
  } catch {
    return undefined;
  }
}

async function isOlderThan(path: string, ms: number): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  // A clock may have been set back since.
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > ms;
}

function failed(file: string, problem: string, cause?: unknown): Error {
  return projectErrors.create('PROJECT_WRITE_FAILED', { file, problem }, { cause });
}
