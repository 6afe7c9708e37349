import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { CONTROL_FD, MAIN_FD } from './file-descriptor.js';
import { killOwnGroup } from './kill-own-group.js';

const PARENT_POLL_MS = 250;
const NOT_STARTED = 127;

/**
 * Runs a command that cannot watch the control channel, and watches in its place. The command uses the main channel
 * and the output of this process, which ends when it ends:
 *
 *     host ─── fd 3 ───▶ command
 *          ─── fd 4 ───▶ guard: at end of file both are killed
 */
export function runGuard([command = '', ...args]: readonly string[]): void {
  const { ppid } = process;
  const control = new Socket({ fd: CONTROL_FD, readable: true, writable: false });
  for (const end of ['end', 'close', 'error']) control.on(end, killOwnGroup);
  control.resume();
  setInterval(() => void (process.ppid !== ppid && killOwnGroup()), PARENT_POLL_MS);
  // The whole group receives SIGTERM; the command decides when it ends.
  process.on('SIGTERM', () => undefined);
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', MAIN_FD], windowsHide: true });
  child.once('error', ({ message }) => {
    process.stderr.write(`Cannot start "${command}": ${message}\n`);
    process.exit(NOT_STARTED);
  });
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 0);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
