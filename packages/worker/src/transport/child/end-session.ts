import { readdir, readFile } from 'node:fs/promises';

/** The variable by which every process of one life of a worker is known. */
export const SESSION_VARIABLE = 'HELVE_WORKER_SESSION_ID';
/** Looks for processes that were started while others were ended. */
const MAX_LOOKS = 5;

/**
 * Ends what has left the group of its worker, as `setsid` does, and is known by the session in its environment; returns
 * the number of processes. Only Linux shows the environment of a process.
 */
export async function endSession(session: string): Promise<number> {
  let ended = 0;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const pids = await processesOf(session);
    if (pids.length === 0) break;
    for (const pid of pids) ended += kill(pid);
  }
  return ended;
}

/** Lists the processes of a session, where the system shows them. */
export async function processesOf(session: string): Promise<readonly number[]> {
  if (process.platform !== 'linux' || session === '') return [];
  const names = await readdir('/proc').catch(() => [] as string[]);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const own = await Promise.all(pids.map((pid) => hasSession(pid, session)));
  return pids.filter((pid, at) => own[at] === true && pid !== process.pid);
}

/** True when the environment of a process, where readable, has the session. One that has ended has none. */
export async function hasSession(pid: number, session: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment.split('\0').includes(`${SESSION_VARIABLE}=${session}`);
}

function kill(pid: number): number {
  try {
    process.kill(pid, 'SIGKILL');
    return 1;
  } catch {
    // It has ended.
    return 0;
  }
}
