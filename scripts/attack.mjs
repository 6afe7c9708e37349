// npm run attack: the attacks of `test/attack` in their long forms, and one table of what they came to.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setUpOrExit } from './set-up.mjs';
import { cacheDir } from './set-up/workspace.mjs';
import { toTable } from './attack/table.mjs';
import { runVitest } from './vitest.mjs';

await setUpOrExit();
mkdirSync(cacheDir, { recursive: true });
const table = join(cacheDir, 'attack.ndjson');
rmSync(table, { force: true });
const filter = process.argv.slice(2);
const files = filter.length === 0 ? ['test/attack'] : filter.map((name) => `test/attack/${name}`);
// One file at a time: an attack must not be disturbed by another.
const ok = await runVitest(['--no-file-parallelism', '--testTimeout=900000', ...files], {
  HELVE_ATTACK: 'long',
  HELVE_ATTACK_TABLE: table,
});
const rows = existsSync(table)
  ? readFileSync(table, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
console.log(toTable(rows));
process.exitCode = ok ? 0 : 1;
