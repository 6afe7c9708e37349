import { documentsOf } from '@helve/flow/engine';
import type { PlannedFile } from '../run/plan-run.js';
import { openJobEngine } from './open-job-engine.js';

/** The files of a job that no process has worked on or works on now: what stands in their places was made by others. */
export async function unclaimedFiles(
  files: readonly PlannedFile[],
  job: string,
  folder: string,
): Promise<readonly PlannedFile[]> {
  const { engine } = await openJobEngine(folder);
  try {
    const units = await engine.units(job);
    const claimed = units.filter(({ attempt }) => attempt > 0).flatMap(({ input }) => documentsOf(input));
    return files.filter(({ input }) => !claimed.includes(input.id));
  } finally {
    await engine.close();
  }
}
