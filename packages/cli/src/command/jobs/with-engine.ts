import type { Engine, JobDetail } from '@helve/flow/engine';
import { findJob, openJobEngine, type JobEngine } from '@helve/project/job';
import type { ExitCode } from '../../exit-code.js';
import { withJsonErrors } from '../../print-failure.js';
import type { Invocation } from '../command.js';

type Asked = Pick<Invocation, 'terminal' | 'flags' | 'args' | 'openProjectForRun'>;

/** Does something with the engine of the project, and closes it. */
export async function withEngine(
  { terminal, flags, openProjectForRun }: Asked,
  work: (jobs: JobEngine) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withJsonErrors(flags['json'] === true, terminal, async () => {
    const project = await openProjectForRun({ tools: [] });
    const jobs = await openJobEngine(project.flow.folder);
    try {
      return await work(jobs);
    } finally {
      await jobs.engine.close();
    }
  });
}

/** Does something with the job that the command names first. */
export async function withJob(
  asked: Asked,
  work: (job: JobDetail, engine: Engine, jobs: JobEngine) => Promise<ExitCode>,
): Promise<ExitCode> {
  const [id = ''] = asked.args;
  return withEngine(asked, async (jobs) => work(await findJob(jobs.engine, id), jobs.engine, jobs));
}
