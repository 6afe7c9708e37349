import { hostname } from 'node:os';

/** A process, identified by number and start time. */
export interface ProcessOwner {
  readonly host: string;
  readonly pid: number;
  readonly start: string;
}

let own: Promise<ProcessOwner> | undefined;

/** This process. */
export function ownProcess(): Promise<ProcessOwner> {
  return (own ??= readStart(process.pid).then((start) => ({ host: hostname(), pid: process.pid, start })));
}

/** True when a process of this machine has ended; nobody knows about those of another machine. */
export async function hasEnded({ host, pid }: ProcessOwner, isStart: (start: string) => boolean): Promise<boolean> {
  if (host !== hostname()) return false;
  return !isRunning(pid) || !isStart(await readStart(pid));
}

async function readStart(pid: number): Promise<string> {
  const { processStart } = await import('@helve/worker/pool');
  return processStart(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
