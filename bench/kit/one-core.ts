import { spawnSync } from 'node:child_process';

/** Does work while this process and all its threads share one core; on all of them where `taskset` is not there. */
export async function onOneCore<Value>(work: () => Promise<Value>): Promise<Value> {
  const cores = taskset('-cp', String(process.pid)).split(': ').at(-1)?.trim() ?? '';
  // The first one is often the one that hears the disk and the network.
  const last = cores.split(/[,-]/).at(-1);
  if (last === undefined || last === '') return work();
  keepTo(last);
  try {
    return await work();
  } finally {
    keepTo(cores);
  }
}

/** Threads that begin later have the cores of the one that starts them. */
function keepTo(cores: string): void {
  taskset('-acp', cores, String(process.pid));
}

/** What it prints; nothing where there is none. */
function taskset(...args: readonly string[]): string {
  const { status, stdout } = spawnSync('taskset', args, { encoding: 'utf8' });
  return status === 0 ? stdout : '';
}
