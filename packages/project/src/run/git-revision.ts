import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { projectErrors } from '../project-errors.js';

/** The files of a repository as one revision has them, beside those of the working tree. */
export interface GitRevision {
  /** True when a file differs from the revision, or was not in it; uncommitted changes count. */
  isChanged(path: string): boolean;
  /** The bytes of a file in the revision; undefined where it was not there. */
  bytes(path: string): Promise<Uint8Array | undefined>;
}

const MAX_BYTES = 512 * 1024 * 1024;

/** Opens a revision of the repository around a folder; throws where there is no repository, or no such revision. */
export async function openGitRevision(ref: string, folder: string): Promise<GitRevision> {
  const top = await git(folder, ['rev-parse', '--show-toplevel']).catch((cause: unknown) => {
    throw refuse(ref, isMissing(cause) ? 'git is not installed' : `"${folder}" is not in a git repository`, cause);
  });
  const root = realpathSync(text(top));
  const name = await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]).catch(
    (cause: unknown) => {
      throw refuse(ref, 'git knows no such revision', cause);
    },
  );
  const commit = text(name);
  const tracked = list(await git(root, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]));
  const differing = list(
    await git(root, ['diff', '--name-only', '-z', '--no-ext-diff', '--no-textconv', '--no-renames', commit, '--']),
  );
  const inside = (path: string) => relative(root, realpathSync(path)).replaceAll(sep, '/');
  return {
    isChanged: (path) => !tracked.has(inside(path)) || differing.has(inside(path)),
    bytes: async (path) => {
      const file = inside(path);
      return tracked.has(file) ? git(root, ['cat-file', 'blob', `${commit}:${file}`]) : undefined;
    },
  };
}

/** Runs git without a shell. */
function git(folder: string, args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile('git', ['-C', folder, ...args], { encoding: 'buffer', maxBuffer: MAX_BYTES }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(error);
    });
  });
}

function text(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/\r?\n$/, '');
}

function list(bytes: Buffer): ReadonlySet<string> {
  return new Set(bytes.toString('utf8').split('\0'));
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

function refuse(ref: string, problem: string, cause: unknown): Error {
  return projectErrors.create(
    'PROJECT_REQUEST_INVALID',
    { problem: `changes since "${ref}" are not known: ${problem}` },
    { cause },
  );
}
