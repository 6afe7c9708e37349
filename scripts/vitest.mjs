// Starts vitest for the scripts that run tests, with its output on the screen.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, say } from './set-up/workspace.mjs';

/**
 * Runs vitest once; true when everything passed.
 *
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} env added to the environment
 * @returns {Promise<boolean>}
 */
export function runVitest(args, env = {}) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return new Promise((done) => {
    const child = spawn(process.execPath, [vitest, 'run', '--allowOnly=false', ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', (error) => {
      say(error.message);
      done(false);
    });
    child.on('exit', (code) => done(code === 0));
  });
}
