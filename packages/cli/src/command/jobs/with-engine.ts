import type { Engine } from '@helve/flow/engine';
import type { Project } from '@helve/project';
import { openJobEngine } from '@helve/project/job';
import type { ExitCode } from '../../exit-code.js';
import { withJsonErrors } from '../../print-failure.js';
import type { Invocation } from '../command.js';

/** Does something with the engine of the project, and closes it. */
export async function withEngine(
  { terminal, flags, openProjectForRun }: Pick<Invocation, 'terminal' | 'flags' | 'openProjectForRun'>,
  work: (engine: Engine, project: Project) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withJsonErrors(flags['json'] === true, terminal, async () => {
    const project = await openProjectForRun({ tools: [] });
    const engine = await openJobEngine(project.flow.folder);
    try {
      return await work(engine, project);
    } finally {
      await engine.close();
    }
  });
}
