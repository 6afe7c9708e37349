import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { sha256, type RecordWriter } from '@helve/core';

export type ProcessIdentity = RecordWriter;

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return (own ??= Object.freeze({ machine: machineOf(), pid: process.pid, started: startOf(process.pid) }));
}

let own: ProcessIdentity | undefined;

/** Whether a process is known to be gone: one of another machine, or of which nothing can be said, is not. */
export function isGone({ machine, pid, started }: ProcessIdentity): boolean {
  if (machine !== ownIdentity().machine) return false;
  if (!isRunning(pid)) return true;
  return started !== '' && startOf(pid) !== started;
}

/** Whether a process is known to live: that can be said of this machine alone. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identity.machine === ownIdentity().machine && !isGone(identity);
}

/** One boot of one machine, and its process numbers; containers have their own. Records hold it: it tells nothing else. */
function machineOf(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const numbers = attempt(() => readlinkSync('/proc/self/ns/pid'));
  return sha256(`${boot ?? hostname()} ${numbers ?? ''}`).slice(0, 16);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process cannot be asked, but it is there.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** The 22nd field of `stat`; the second is the name of the program, in brackets, and may hold anything. */
function startOf(pid: number): string {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Not every system has these files. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
