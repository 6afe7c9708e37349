import { readFileSync } from 'node:fs';

/** True while a process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

/** Waits until none of these processes runs any more. */
export async function waitForExit(pids: readonly number[], timeoutMs = 10_000): Promise<void> {
  const began = performance.now();
  while (pids.some(isAlive)) {
    if (performance.now() - began > timeoutMs) throw new Error(`Cannot go on: of ${pids.join(', ')} some still run`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
