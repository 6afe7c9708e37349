import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isPlainObject } from '@helve/core';
import { makeFolder } from '../../file/make-folder.js';
import { withFileLock } from '../../file/with-file-lock.js';
import { writeFileAtomic } from '../../file/write-file-atomic.js';

/** Marks what an output was made of: digests of the plan and of everything that it read. */
export interface RunMark {
  readonly plan: string;
  readonly input: string;
}

/** An output as a run has left it. */
export interface RecordedOutput extends Partial<RunMark> {
  /** SHA-256 of its bytes. */
  readonly sha256: string;
  /** The file whose texts the run kept in it, and which no run has made alone: maybe the output itself. */
  readonly kept?: string;
}

/** The entries of a record, by paths from the folder of the project. */
export type RecordedOutputs = Readonly<Record<string, RecordedOutput>>;

/** Names a file as the records of a project do: by its path from the folder. */
export function recordKey(folder: string, path: string): string {
  return relative(folder, path).replaceAll(sep, '/');
}

/** Adds entries to the record of a project, which `choose` names while nobody else writes it. */
export async function addOutputs(folder: string, choose: () => Promise<RecordedOutputs>): Promise<void> {
  const file = fileOf(folder);
  await makeFolder(join(folder, '.helve'), 0o700);
  await withFileLock(file, async () => {
    const added = await choose();
    if (Object.keys(added).length === 0) return;
    const outputs = { ...(await readOutputs(folder)), ...added };
    await writeFileAtomic(file, `${JSON.stringify({ schema: 'helve.outputs/v1', outputs })}\n`, true);
  });
}

/** Reads the record; one that is missing or damaged knows nothing, so that nothing is replaced on its word. */
export async function readOutputs(folder: string): Promise<RecordedOutputs> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => '{}');
  try {
    const value: unknown = JSON.parse(text);
    const outputs = isPlainObject(value) && isPlainObject(value['outputs']) ? value['outputs'] : {};
    return Object.fromEntries(
      Object.entries(outputs).filter((entry): entry is [string, RecordedOutput] => isEntry(entry[1])),
    );
  } catch {
    return {};
  }
}

function fileOf(folder: string): string {
  return join(folder, '.helve', 'outputs.json');
}

function isEntry(value: unknown): value is RecordedOutput {
  return isPlainObject(value) && typeof value['sha256'] === 'string';
}

/** SHA-256 of a file; undefined where there is none that can be read. */
export async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
