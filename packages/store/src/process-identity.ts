import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { sha256, type RecordWriter } from '@helve/core';

export type ProcessIdentity = RecordWriter;

/** Returns the identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return (own ??= Object.freeze({ machine: readMachine(), pid: process.pid, started: readStart(process.pid) }));
}

let own: ProcessIdentity | undefined;

/** True when a process is known to have ended. Nothing is known of processes of other machines. */
export function isGone({ machine, pid, started }: ProcessIdentity): boolean {
  if (machine !== ownIdentity().machine) return false;
  if (!isRunning(pid)) return true;
  return started !== '' && readStart(pid) !== started;
}

/** True when a process of this machine is known to run. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identity.machine === ownIdentity().machine && !isGone(identity);
}

/** Identifies one boot of one machine and its pid namespace, since containers have their own. Stored in records, so it is a hash. */
function readMachine(): string {
  const numbers = attempt(() => readlinkSync('/proc/self/ns/pid'));
  return sha256(`${readBoot()} ${numbers ?? ''}`).slice(0, 16);
}

/** Identifies the time since this machine was started; what processes held before is nobody's. */
export function bootId(): string {
  return sha256(readBoot()).slice(0, 16);
}

function readBoot(): string {
  return attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? hostname();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but it exists.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Returns field 22 of `stat`; field 2 is the name of the program, in parentheses, and may contain anything. */
function readStart(pid: number): string {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Returns undefined on systems without these files. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
