import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/helve.js', import.meta.resolve('@helve/cli')));

/** Runs a command in a folder, shows it, and returns what it printed. */
export function helve(line, cwd) {
  console.log(`$ helve ${line}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...line.split(' ')], { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  process.stderr.write(stderr);
  process.exit(status ?? 1);
}
