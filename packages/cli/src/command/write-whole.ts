import { randomUUID } from 'node:crypto';
import { chmod, link, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { cliErrors } from '../cli-errors.js';

/** Writes a file whole or not at all; without `force`, never over one that is there. */
export async function writeWhole(file: string, text: string, force: boolean): Promise<void> {
  try {
    const there = force ? await placeOf(file) : { path: file };
    if (there.isStream === true) await writeFile(file, text);
    else await writeDraft(there, text, force);
  } catch (cause) {
    throw toWriteError(file, cause);
  }
}

interface Place {
  readonly path: string;
  /** Of the file that is replaced. */
  readonly mode?: number;
  /** A device or a pipe, such as `/dev/stdout`: nothing takes its place. */
  readonly isStream?: boolean;
}

/** What a name leads to: of a link the file behind it. */
async function placeOf(file: string): Promise<Place> {
  const there = await stat(file).catch(() => undefined);
  if (there === undefined) return { path: file };
  if (!there.isFile()) return { path: file, isStream: true };
  return { path: await realpath(file), mode: there.mode & 0o777 };
}

async function writeDraft({ path, mode }: Place, text: string, force: boolean): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    if (mode !== undefined) await chmod(draft, mode);
    // A link is refused where a file is; a rename would take its place.
    if (force) await rename(draft, path);
    else await link(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

function toWriteError(file: string, cause: unknown): Error {
  if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') {
    return cliErrors.create('CLI_CONFIG_EXISTS', { file, problem: 'it is already there' }, { cause });
  }
  const problem = cause instanceof Error ? cause.message : String(cause);
  return cliErrors.create('CLI_WRITE_FAILED', { file, problem }, { cause });
}
