import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creator of a file: the host, or a call in the worker. */
export type FileMaker = 'host' | 'call';

interface MadeFile {
  readonly path: string;
  /** Path to remove: the file, or the folder that was created for it. */
  readonly root: string;
  readonly maker: FileMaker;
  sent: boolean;
}

const made = new Map<string, MadeFile[]>();
let folder: string | undefined;

/** Returns the folder for the files of this worker; undefined on the host, where each has a folder of its own. */
export function wireFolder(): string | undefined {
  return folder;
}

/** Sets the folder for all files of this worker; its host removes it afterwards. */
export function useWireFolder(path: string): void {
  folder = path;
}

/** Returns the folder of one life of a worker, in the environment that the worker sees. */
export function toWireFolder(session: string, env?: Readonly<Record<string, string>>): string {
  const temporary = env === undefined || process.platform === 'win32' ? tmpdir() : posixTemporary(env);
  return join(temporary, `helve-${session.replaceAll(/[^A-Za-z0-9-]/g, '_')}`);
}

function posixTemporary({ TMPDIR, TMP, TEMP }: Readonly<Record<string, string>>): string {
  return TMPDIR || TMP || TEMP || '/tmp';
}

/** Removes the files of a worker that is gone; without a session there are none. */
export async function removeWireFolder(session: string, env?: Readonly<Record<string, string>>): Promise<void> {
  if (session !== '') await remove(toWireFolder(session, env));
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

export function noteCallFile(owner: string, file: Omit<MadeFile, 'sent'>): void {
  const files = made.get(owner) ?? [];
  files.push({ ...file, sent: false });
  made.set(owner, files);
}

/** Hands a sent file over to its receiver. */
export function noteSentFile(owner: string, path: string): void {
  const file = made.get(owner)?.find((one) => one.path === path);
  if (file !== undefined) file.sent = true;
}

/**
 * Removes the files of an ended call: the host all that it created, the worker those it did not send, since the host
 * reads a result after the call.
 */
export function removeCallFiles(owner: string, maker: FileMaker): void {
  // The common case: there are no files.
  if (made.size === 0) return;
  const files = made.get(owner) ?? [];
  const rest = files.filter((file) => file.maker !== maker);
  if (rest.length > 0) made.set(owner, rest);
  else made.delete(owner);
  for (const { root, sent } of files.filter((file) => file.maker === maker)) {
    if (maker === 'host' || !sent) void remove(root);
  }
}
