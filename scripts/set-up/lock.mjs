// One set-up at a time, also when the one before was killed.
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const beatMs = 1_000;
const deadAfterMs = 15_000;
const settleMs = 200;

/**
 * Runs `work` while holding `file`. A lock is dead when its process is gone or has stopped touching it.
 *
 * @param {string} file
 * @param {(line: string) => void} say
 * @param {() => Promise<void>} work
 */
export async function withLock(file, say, work) {
  const mine = `${process.pid} ${Math.random().toString(36).slice(2)}`;
  let told = false;
  while (!tryTake(file, mine) && !(await trySteal(file, mine))) {
    if (!told) say('Waiting for another set-up of this workspace …');
    told = true;
    await sleep(settleMs);
  }
  const beat = setInterval(() => touch(file), beatMs);
  try {
    await work();
  } finally {
    clearInterval(beat);
    release(file, mine);
  }
}

/** @param {string} file @param {string} mine */
function tryTake(file, mine) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    // ENOENT: the holder removed the folder between our two calls.
    if (['EEXIST', 'ENOENT'].includes(codeOf(error))) return false;
    throw error;
  }
}

/**
 * Puts our name over a dead one, then waits to see whether another did the same after us.
 *
 * @param {string} file
 * @param {string} mine
 */
async function trySteal(file, mine) {
  if (!isDead(file)) return false;
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, mine);
    renameSync(draft, file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  await sleep(settleMs);
  return read(file) === mine;
}

/** @param {string} file */
function isDead(file) {
  const holder = read(file);
  if (holder === null) return false;
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age > deadAfterMs || !isAlive(Number.parseInt(holder, 10));
}

/** @param {number} pid */
function isAlive(pid) {
  // An empty lock is one that is just being written: its age decides.
  if (Number.isNaN(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** @param {string} file @param {string} mine */
function release(file, mine) {
  if (read(file) === mine) rmSync(file, { force: true });
  try {
    rmdirSync(dirname(file));
  } catch {
    // Someone else keeps things there.
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
