import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { JobFile } from '@helve/flow/engine';
import { writeOutput } from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import { hashFile } from '../run/record/output-store.js';
import type { JobEngine } from './open-job-engine.js';

/** A file of a job in the place that it was fetched to. */
export interface FetchedFile extends Pick<JobFile, 'unit' | 'bytes'> {
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly sha256: string;
  /** False for a file that stood there already, with these bytes. */
  readonly written: boolean;
}

/** Writes the committed outputs of a job to a folder, each whole or not at all; refused before the first one is. */
export async function fetchOutputs(
  { engine, blobs }: JobEngine,
  job: string,
  { folder, overwrite }: { readonly folder: string; readonly overwrite: boolean },
): Promise<readonly FetchedFile[]> {
  const files = (await engine.files(job)).map((file) => ({ ...file, place: placeIn(folder, file.path) }));
  const standing = await Promise.all(files.map(async ({ place, blob }) => (await hashFile(place)) === blob));
  const taken = files.find(({ place }, at) => standing[at] !== true && existsSync(place));
  if (taken !== undefined && !overwrite) {
    const problem = 'it is already there, with other bytes';
    const suggestion = 'Fetch into another folder, or allow it with `--overwrite`';
    throw projectErrors.create('PROJECT_FILE_EXISTS', { file: taken.place, problem }, { details: { suggestion } });
  }
  const fetched: FetchedFile[] = [];
  for (const [at, { place, blob, unit, bytes }] of files.entries()) {
    const written = standing[at] !== true;
    if (written) {
      await mkdir(dirname(place), { recursive: true });
      await writeOutput(place, async (file) => {
        for await (const piece of await blobs.open(blob)) await file.write(piece as Uint8Array);
      });
    }
    fetched.push({ path: place, sha256: blob, unit, bytes, written });
  }
  return fetched;
}

/** The place of an output in a folder; one that stood outside of where its job began keeps the rest of its path. */
function placeIn(folder: string, path: string): string {
  const parts = path.split('/').filter((part) => !['', '.', '..'].includes(part) && !/^[A-Za-z]:$/.test(part));
  return resolve(join(folder, ...parts));
}
