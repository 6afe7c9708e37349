import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeFileAtomic } from '@helve/project';
import type { FilesReport } from '@helve/project/run';
import { cliErrors } from '../../cli-errors.js';

/** Writes what a command tells about a run to a file, unless the run has read or written that very file. */
export async function writeApart(file: string, text: string, { documents }: FilesReport): Promise<void> {
  const used = documents.flatMap(({ path, outputs, pairs = [] }) => [
    path,
    ...outputs.map((output) => output.path),
    ...pairs.map((pair) => pair.path),
  ]);
  assertApart(file, used);
  await writeFileAtomic(file, text, true);
}

/** Refuses a file of the terminal that is one of the files of a run. */
export function assertApart(file: string, used: readonly (string | undefined)[]): void {
  const own = realPath(file);
  const taken = used.find((path) => path !== undefined && realPath(path) === own);
  if (taken === undefined) return;
  const details = { suggestion: 'Name another file: a report never replaces content' };
  throw cliErrors.create('CLI_USAGE', { problem: `"${file}" is a file that the run reads or writes` }, { details });
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
