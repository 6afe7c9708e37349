// npm run attack: the attacks of `test/attack` in their long forms, and one table of what they came to.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setUpOrExit } from './set-up.mjs';
import { cacheDir, root } from './set-up/workspace.mjs';
import { toTable } from './attack/table.mjs';

await setUpOrExit();
mkdirSync(cacheDir, { recursive: true });
const table = join(cacheDir, 'attack.ndjson');
rmSync(table, { force: true });
const code = await runVitest(process.argv.slice(2));
const rows = existsSync(table)
  ? readFileSync(table, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
console.log(toTable(rows));
process.exitCode = code;

/** One file at a time: an attack must not be disturbed by another. @param {string[]} filter @returns {Promise<number>} */
function runVitest(filter) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const patterns = filter.length === 0 ? ['test/attack'] : filter.map((name) => `test/attack/${name}`);
  const args = [vitest, 'run', '--no-file-parallelism', '--testTimeout=900000', ...patterns];
  const env = { ...process.env, HELVE_ATTACK: 'long', HELVE_ATTACK_TABLE: table };
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
    child.on('exit', (exitCode) => done(exitCode ?? 1));
  });
}
