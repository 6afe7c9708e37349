import { relative, resolve } from 'node:path';
import { fetchOutputs } from '@helve/project/job';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { flagText, type Command } from '../command.js';
import { withJob } from './with-engine.js';

/** `helve jobs fetch ID -o DIR`: the outputs of a job, from where they are kept. */
export const jobsFetchCommand: Command = {
  name: 'fetch',
  args: ['<id>'],
  summary: 'write the outputs of a job to a folder',
  flags: [
    { name: 'output', short: 'o', value: 'DIR', docs: 'the folder' },
    { name: 'overwrite', docs: 'allow outputs to replace other files' },
    { name: 'json', docs: 'as JSON' },
  ],
  examples: ['jobs fetch 3f2a9c1e -o out'],
  notes: () => 'Writes the files of units that are done; run it again when more of them are.',
  configOptional: true,
  run: (invocation) =>
    withJob(invocation, async ({ id }, _engine, jobs) => {
      const { terminal, flags } = invocation;
      const output = flagText(flags, 'output');
      if (output === undefined) throw cliErrors.create('CLI_USAGE', { problem: 'name a folder with -o' });
      const folder = resolve(terminal.io.cwd, output);
      const files = await fetchOutputs(jobs, id, { folder, overwrite: flags['overwrite'] === true });
      if (flags['json'] === true) printJson({ files }, terminal);
      else if (files.length === 0) terminal.print('The job has made no files');
      else for (const { path, written } of files) terminal.print(toLine(relative(terminal.io.cwd, path), written));
      return ExitCode.done;
    }),
};

function toLine(path: string, written: boolean): string {
  return written ? path : `${path} (unchanged)`;
}
