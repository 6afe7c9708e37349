import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/helve.js', import.meta.resolve('@helve/cli')));

/** Runs a command, shows it, and gives what it printed. */
export function helve(line, cwd = import.meta.dirname) {
  console.log(`$ helve ${line}`);
  const args = [bin, ...line.split(' ')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  // 3 is a gate that says no, with a report all the same.
  if (status === 0 || status === 3) return stdout;
  process.stderr.write(stderr);
  process.exit(status ?? 1);
}
