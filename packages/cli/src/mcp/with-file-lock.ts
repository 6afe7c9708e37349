import { rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { cliErrors } from '../cli-errors.js';

const againAfterMs = 20;
const patienceMs = 10_000;
/** Whoever held a lock for so long has died: what is done under one takes milliseconds. */
const staleMs = 30_000;

/** Runs work on a file while nobody else works on it, in this process or another. */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  await take(lock, file);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string, file: string): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  while (!(await isTaken(lock, file))) {
    if ((await isStale(lock)) && (await removeDead(lock, file))) continue;
    if (Date.now() > giveUpAt) throw failed(file, `somebody else writes it; if not, remove "${lock}"`);
    await pause(againAfterMs * (1 + Math.random()));
  }
}

/** One at a time, and looks once more: whoever saw the dead lock a moment ago would remove that of the next holder. */
async function removeDead(lock: string, file: string): Promise<boolean> {
  const guard = `${lock}.dead`;
  if (!(await isTaken(guard, file))) return false;
  try {
    if (await isStale(lock)) await rm(lock, { force: true });
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

/** True if the lock is ours now. */
async function isTaken(lock: string, file: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw failed(file, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

async function isStale(lock: string): Promise<boolean> {
  const there = await stat(lock).catch(() => undefined);
  return there !== undefined && Date.now() - there.mtimeMs > staleMs;
}

function failed(file: string, problem: string, cause?: unknown): Error {
  return cliErrors.create('CLI_WRITE_FAILED', { file, problem }, { cause });
}
