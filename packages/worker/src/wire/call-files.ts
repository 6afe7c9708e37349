import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Who made a file: the side that asks, or a call on the side that answers. */
export type FileMaker = 'host' | 'call';

interface MadeFile {
  readonly path: string;
  /** What is removed: the file, or the folder that was made for it. */
  readonly root: string;
  readonly maker: FileMaker;
  sent: boolean;
}

const made = new Map<string, MadeFile[]>();
let folder: string | undefined;

/** Where the files of this worker are; on the host, each has a folder of its own. */
export function wireFolder(): string | undefined {
  return folder;
}

/** Has all files of this worker made in one folder, which its host removes after its end. */
export function useWireFolder(path: string): void {
  folder = path;
}

/** The folder of one life of a worker, by the environment that the worker sees. */
export function wireFolderOf(session: string, env?: Readonly<Record<string, string>>): string {
  const temporary = env === undefined || process.platform === 'win32' ? tmpdir() : posixTemporary(env);
  return join(temporary, `helve-${session.replaceAll(/[^A-Za-z0-9-]/g, '_')}`);
}

function posixTemporary({ TMPDIR, TMP, TEMP }: Readonly<Record<string, string>>): string {
  return TMPDIR || TMP || TEMP || '/tmp';
}

/** Removes what a worker that is gone has left; one that was never spoken to has no session, and left nothing. */
export async function removeWireFolder(session: string, env?: Readonly<Record<string, string>>): Promise<void> {
  if (session !== '') await remove(wireFolderOf(session, env));
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

export function noteCallFile(owner: string, file: Omit<MadeFile, 'sent'>): void {
  const files = made.get(owner) ?? [];
  files.push({ ...file, sent: false });
  made.set(owner, files);
}

/** A file that was sent is in the hands of whoever got it. */
export function noteSentFile(owner: string, path: string): void {
  const file = made.get(owner)?.find((one) => one.path === path);
  if (file !== undefined) file.sent = true;
}

/**
 * The end of a call. The host removes all that it made for it; the worker what it did not give away, since the host
 * reads a result after the call.
 */
export function removeCallFiles(owner: string, maker: FileMaker): void {
  // The common case: nobody makes files.
  if (made.size === 0) return;
  const files = made.get(owner) ?? [];
  const rest = files.filter((file) => file.maker !== maker);
  if (rest.length > 0) made.set(owner, rest);
  else made.delete(owner);
  for (const { root, sent } of files.filter((file) => file.maker === maker)) {
    if (maker === 'host' || !sent) void remove(root);
  }
}
