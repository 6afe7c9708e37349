import { nearestNames } from '@helve/core';
import type { Engine, JobDetail } from '@helve/flow/engine';
import { didYouMean, projectErrors } from '../project-errors.js';

/** The job with an id; throws with the nearest ids without one. */
export async function findJob(engine: Engine, id: string): Promise<JobDetail> {
  const job = await engine.get(id);
  if (job !== undefined) return job;
  const known = (await engine.list()).map((one) => one.id);
  throw projectErrors.create('PROJECT_JOB_UNKNOWN', { job: id }, { details: didYouMean(nearestNames(id, known)) });
}
