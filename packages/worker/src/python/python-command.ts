import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const isWindows = process.platform === 'win32';

/** The interpreter of a folder: that of the virtual environment in it, else the one on the path. */
export function findPython(directory: string): string {
  const own = isWindows ? join(directory, '.venv', 'Scripts', 'python.exe') : join(directory, '.venv', 'bin', 'python');
  if (existsSync(own)) return own;
  return isWindows ? 'python' : 'python3';
}

/** The command that runs a verb of the Python package that ships with this one. */
export function pythonCommand(python: string, verb: 'serve' | 'describe', ...args: readonly string[]) {
  return [python, pythonPackage(), verb, ...args] as const;
}

let found: string | undefined;

function pythonPackage(): string {
  const runner = createRequire(import.meta.url).resolve('@helve/worker/runner');
  found ??= join(dirname(runner), '..', 'python', 'helve_worker', '__main__.py');
  return found;
}
