import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const TEMPORARY = /^\..+\.[0-9a-f]{12}\.tmp$/;
/** Age at which a temporary file counts as left behind by a dead writer. */
const ABANDONED_MS = 60_000;

/** Writes a file atomically: after a crash it has its old or its new content. */
export async function writeWholeFile(path: string, text: string, mode: number): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Removes files that dead writers left in a directory. */
export async function sweepTemporary(directory: string, nowMs = Date.now()): Promise<void> {
  for (const name of (await readdir(directory)).filter(isTemporary)) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < nowMs - ABANDONED_MS) await rm(path, { force: true });
  }
}

export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/** Makes a rename survive a power cut, where the system supports it. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
