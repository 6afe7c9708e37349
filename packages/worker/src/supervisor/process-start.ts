import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Index of the start time among the fields of `/proc/PID/stat` after the name. */
const START_FIELD = 19;

/** Returns a text that identifies the start of a process, unique to it; empty when it does not run. */
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

/** Reads the start time; fields are counted from the end of the name, which may contain spaces and parentheses. A zombie counts as gone. */
function startOnLinux(stat: string): string {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? '' : (fields[START_FIELD] ?? '');
}
