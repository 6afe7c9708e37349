import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { artifactFile, handlersFolder, manifestFile, manifestTypesFile, providersFolder } from './file-names.js';

/** The state of the tools in version control. */
export interface GitState {
  /** 8 hex digits of HEAD, with `-dirty` when tracked files of the tools differ from it; `unknown` outside a repository. */
  readonly gitCommit: string;
  /** Time of HEAD, in seconds since 1970. */
  readonly committedAt?: number;
}

const run = promisify(execFile);

/** Asks git; its absence is no failure. */
export async function readGitState(dir: string): Promise<GitState> {
  // The common case of containers and scratch folders: no process is started.
  if (!isInRepository(dir)) return { gitCommit: 'unknown' };
  const ask = async (...args: string[]) =>
    (await run('git', ['--no-optional-locks', '-C', dir, ...args])).stdout.trim();
  try {
    const [head, changes] = await Promise.all([
      ask('log', '-1', '--no-show-signature', '--format=%H %ct', 'HEAD'),
      ask('status', '--porcelain', '--untracked-files=no', '--', '.', ...generated.map((path) => `:(exclude)${path}`)),
    ]);
    const [commit = '', seconds = ''] = head.split(' ');
    if (!/^[0-9a-f]{8,}$/.test(commit)) return { gitCommit: 'unknown' };
    return {
      gitCommit: `${commit.slice(0, 8)}${changes === '' ? '' : '-dirty'}`,
      committedAt: Number(seconds),
    };
  } catch {
    return { gitCommit: 'unknown' };
  }
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  const around = dirname(folder);
  return around !== folder && isInRepository(around);
}

/** Files that a build writes do not count as changes of the tools. */
const generated = [artifactFile, manifestFile, manifestTypesFile, `${handlersFolder}/**`, `${providersFolder}/**`];
