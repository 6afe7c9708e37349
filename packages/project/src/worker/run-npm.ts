import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const patienceMs = 10 * 60_000;

/** Installs into a folder of its own, without running anything that a package brings along. Throws an error with the output of npm. */
export async function npmInstall(
  folder: string,
  packages: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--install-links', '--prefix', folder];
  const [program, ...before] = npmCommand();
  try {
    await run(program, [...before, 'install', ...flags, ...packages], {
      cwd: folder,
      env: { ...env },
      timeout: patienceMs,
    });
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
