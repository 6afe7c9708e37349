import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import type { Command } from '../command.js';
import { renderJob } from './render-jobs.js';
import { withJob } from './with-engine.js';

/** `helve jobs show ID`: a job with its units. */
export const jobsShowCommand: Command = {
  name: 'show',
  args: ['<id>'],
  summary: 'show a job and each of its units',
  flags: [{ name: 'json', docs: 'as JSON' }],
  examples: ['jobs show 3f2a9c1e'],
  configOptional: true,
  run: (invocation) =>
    withJob(invocation, async (job, engine) => {
      const { terminal, flags } = invocation;
      const units = await engine.units(job.id);
      if (flags['json'] === true) printJson({ job, units, files: await engine.files(job.id) }, terminal);
      else terminal.print(renderJob(job, units, terminal));
      return ExitCode.done;
    }),
};
