import type { JobKind, JobState } from '@helve/flow/engine';
import { isInner } from '@helve/project/job';
import { ExitCode } from '../../exit-code.js';
import { readChoice } from '../../output-options.js';
import { printJson } from '../../text/print-json.js';
import { flagText, type Command } from '../command.js';
import { renderJobs } from './render-jobs.js';
import { withEngine } from './with-engine.js';

const states = ['running', 'paused', 'done', 'partial', 'failed', 'cancelled'] as const satisfies readonly JobState[];

const kinds = ['flow', 'call', 'calls'] as const satisfies readonly JobKind[];

/** `helve jobs ls`: the newest jobs of the project. */
export const jobsListCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list the newest jobs with the state of their units',
  flags: [
    { name: 'state', value: 'STATE', docs: `only jobs in this state: ${states.join(', ')}` },
    { name: 'kind', value: 'KIND', docs: `only jobs of this kind: ${kinds.join(', ')}` },
    { name: 'json', docs: 'as JSON' },
  ],
  examples: ['jobs', 'jobs ls --state paused'],
  configOptional: true,
  run: (invocation) =>
    withEngine(invocation, async ({ engine }) => {
      const { terminal, flags } = invocation;
      const state = readChoice(flagText(flags, 'state'), 'state', states);
      const kind = readChoice(flagText(flags, 'kind'), 'kind', kinds);
      const filter = { ...(state === undefined ? {} : { states: [state] }), ...(kind === undefined ? {} : { kind }) };
      const jobs = (await engine.list(filter)).filter(({ id }) => !isInner(id));
      if (flags['json'] === true) printJson({ jobs }, terminal);
      else terminal.print(renderJobs(jobs, terminal));
      return ExitCode.done;
    }),
};
