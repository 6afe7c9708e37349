import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isPlainObject } from '@helve/core';

const run = promisify(execFile);
const noScripts = '--ignore-scripts';
const patienceMs = 10 * 60_000;

/** Installs into a folder of its own, without running anything that a package brings along. Throws an error with the output of npm. */
export async function npmInstall(
  folder: string,
  packages: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const flags = [noScripts, '--no-audit', '--no-fund', '--omit=dev', '--install-links', '--prefix', folder];
  await npm(folder, ['install', ...flags, ...packages], env);
}

/** Runs the install scripts of these packages, which somebody has allowed. */
export async function runInstallScripts(
  folder: string,
  packages: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await npm(folder, ['rebuild', '--no-ignore-scripts', '--prefix', folder, ...packages], env);
}

/** Names of the installed packages that have an install script. */
export async function packagesWithScripts(folder: string): Promise<readonly string[]> {
  const file = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(file)) return [];
  const lock: unknown = JSON.parse(await readFile(file, 'utf8'));
  const packages = isPlainObject(lock) && isPlainObject(lock['packages']) ? lock['packages'] : {};
  const names = Object.entries(packages).flatMap(([path, one]) =>
    isPlainObject(one) && one['hasInstallScript'] === true ? [path.split('node_modules/').at(-1) ?? path] : [],
  );
  return [...new Set(names)].toSorted();
}

async function npm(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const [program, ...before] = npmCommand();
  try {
    await run(program, [...before, ...args], { cwd: folder, env: { ...env }, timeout: patienceMs });
  } catch (error) {
    const stderr: unknown = error instanceof Error && 'stderr' in error ? error.stderr : undefined;
    const lines = typeof stderr === 'string' ? stderr.split('\n').filter((line) => line.startsWith('npm error')) : [];
    const text = lines.map((line) => line.replace(/^npm error (?:code )?/, '')).slice(0, 3);
    throw new Error(text.join('; ') || (error instanceof Error ? error.message : String(error)), { cause: error });
  }
}

/** On Windows npm is a batch file, which only a shell could run; its script lies beside Node. */
function npmCommand(): readonly [string, ...string[]] {
  if (process.platform !== 'win32') return ['npm'];
  return [process.execPath, join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')];
}
