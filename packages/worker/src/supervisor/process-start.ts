import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The place of the start time among the fields of `/proc/PID/stat` that follow the name. */
const START_FIELD = 19;

/** When a process began, in words that are equal only for the same process; empty if there is none. */
export async function processStart(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return startOnLinux(await readFile(`/proc/${pid}/stat`, 'utf8'));
    if (process.platform === 'win32') return '';
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim();
  } catch {
    // There is no such process.
    return '';
  }
}

/** The name may hold spaces and brackets, so that fields are counted from its end; one that only waits to be buried is gone. */
function startOnLinux(stat: string): string {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? '' : (fields[START_FIELD] ?? '');
}
