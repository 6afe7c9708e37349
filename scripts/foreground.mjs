import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root, say } from './set-up/workspace.mjs';

/**
 * Hands the terminal over to another Node program: it hears our signals, and we end as it ends.
 *
 * @param {readonly string[]} args arguments of Node itself
 */
export function runForeground(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well; twice would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    say(`Cannot start Node: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  });
}
