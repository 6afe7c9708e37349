import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../set-up/workspace.mjs';

const startLimitMs = 30_000;

/** Starts `examples/conformance`. @returns {Promise<{ url: string, stop: () => void }>} */
export function startServer() {
  const file = join(root, 'examples', 'conformance', 'server.mjs');
  const child = spawn(process.execPath, [file], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (/** @type {string} */ why) => reject(new Error(`Cannot start the server: ${why}\n${output}`));
    const limit = setTimeout(() => {
      child.kill();
      fail(`no address after ${startLimitMs} ms`);
    }, startLimitMs);
    const read = (/** @type {Buffer} */ chunk) => {
      output += chunk;
      const [url] = /http:\/\/\S+/.exec(output) ?? [];
      if (url === undefined) return;
      clearTimeout(limit);
      resolve({ url, stop: () => void child.kill() });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => {
      clearTimeout(limit);
      fail(`exit code ${code}`);
    });
  });
}
