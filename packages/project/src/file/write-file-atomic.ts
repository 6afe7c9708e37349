import { randomUUID } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';
import { projectErrors } from '../project-errors.js';

/** Writes a file whole or not at all; without `force`, never over one that is there. */
export async function writeFileAtomic(file: string, text: string, force: boolean): Promise<void> {
  try {
    if (force) await replaceFile(file, text);
    else await writeNew(file, text);
  } catch (cause) {
    throw toWriteError(file, cause);
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const { writeOutput } = await import('@helve/flow/engine');
  await writeOutput(file, (output) => output.write(Buffer.from(text)));
}

/** A link is refused where a file is; a rename would take its place. */
async function writeNew(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await link(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Tells which file or folder could not be written, and why. */
export function toWriteError(file: string, cause: unknown): Error {
  if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') {
    return projectErrors.create('PROJECT_FILE_EXISTS', { file, problem: 'it is already there' }, { cause });
  }
  const problem = cause instanceof Error ? cause.message : String(cause);
  return projectErrors.create('PROJECT_WRITE_FAILED', { file, problem }, { cause });
}
