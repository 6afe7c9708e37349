import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '@helve/core';
import { hasEnded, ownProcess } from './process-owner.js';

const mark = /helve-([0-9a-f]{6})-(\d+)-([0-9a-f]{8})(?:-|\.|$)/;

/** Marks the names of temporary files with this process, so that the next one knows whose they are. */
export async function processMark(): Promise<string> {
  const { host, pid, start } = await ownProcess();
  return `helve-${encodeHost(host)}-${pid}-${encodeStart(start)}`;
}

/** Removes temporary files and folders of processes that were killed: those that bear the mark of one that has ended. */
export async function removeLeftovers(folders: Iterable<string>): Promise<void> {
  await Promise.all([...new Set(folders)].map(removeIn));
}

async function removeIn(folder: string): Promise<void> {
  // A folder that is not there has nothing left in it.
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (await isLeftover(name)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeftover(name: string): Promise<boolean> {
  return (name.startsWith('helve-') || /^\..+\.tmp$/.test(name)) && isOfEnded(name);
}

/** True for a name with the mark of a process on another machine. */
export function isOfOtherHost(name: string): boolean {
  const [, host] = mark.exec(name) ?? [];
  return host !== undefined && host !== encodeHost(hostname());
}

/** True for a name with the mark of a process of this machine that has ended. */
export async function isOfEnded(name: string): Promise<boolean> {
  const [, host, pid, start] = mark.exec(name) ?? [];
  if (host !== encodeHost(hostname()) || pid === undefined) return false;
  const owner = { host: hostname(), pid: Number(pid), start: '' };
  return hasEnded(owner, (began) => encodeStart(began) === start);
}

function encodeHost(host: string): string {
  return sha256(host).slice(0, 6);
}

function encodeStart(start: string): string {
  return sha256(start).slice(0, 8);
}
