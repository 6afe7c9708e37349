import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { FileOutput } from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import { isReplaceable } from './record/kept-texts.js';
import type { OutputRecord } from './record/output-record.js';
import type { PlannedFile } from './plan-run.js';

/**
 * Refuses a run that would write over a file which it does not read: a translation may be in it. A file that an earlier
 * run has written and nobody has changed since may be replaced, unless that run kept texts in it which this one does not read.
 */
export async function assertOverwrite(
  files: readonly PlannedFile[],
  cwd: string,
  record: Pick<OutputRecord, 'find'>,
): Promise<void> {
  const taken: FileOutput[] = [];
  for (const { input, outputs } of files) {
    const read = new Set([input.path, ...(input.existing ?? []).map(({ path }) => path)]);
    for (const output of outputs) {
      const { path } = output;
      if (!read.has(path) && isFile(path) && !isReplaceable(await record.find(path), read)) taken.push(output);
    }
  }
  const [first] = taken;
  if (first === undefined) return;
  const names = taken.map(({ path }) => relative(cwd, path).replaceAll(sep, '/'));
  const findings = names.map((where) => ({ where, message: 'It exists, and this run does not read it' }));
  const suggestion =
    'Keep what is in it with --existing TEMPLATE or --existing auto, replace it with --overwrite, or choose another path with -o';
  const details = { ...(names.length > 1 ? { findings } : {}), suggestion };
  throw projectErrors.create('PROJECT_OUTPUT_EXISTS', { file: names[0] ?? '' }, { details });
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
