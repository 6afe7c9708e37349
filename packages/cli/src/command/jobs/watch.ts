import { visibleText } from '@helve/core';
import type { EngineEvent, JobState } from '@helve/flow/engine';
import { findJob } from '@helve/project/job';
import { ExitCode } from '../../exit-code.js';
import type { Command } from '../command.js';
import { shortTime } from './render-jobs.js';
import { withJob } from './with-engine.js';

/** `helve jobs watch ID`: what happens to a job, until it has settled. */
export const jobsWatchCommand: Command = {
  name: 'watch',
  args: ['<id>'],
  summary: 'show what happens to a job until it has settled',
  flags: [{ name: 'json', docs: 'as lines of JSON' }],
  examples: ['jobs watch 3f2a9c1e'],
  notes: () =>
    'Exits with 1 if the job has failed, is partial or was cancelled. Ctrl-C stops watching and leaves the job alone.',
  configOptional: true,
  run: (invocation) =>
    withJob(invocation, async ({ id }, engine) => {
      const { terminal, flags } = invocation;
      for await (const event of engine.events(id, 0, terminal.io.signal)) {
        if (flags['json'] === true) terminal.print(JSON.stringify(event));
        else terminal.print(toLine(event));
      }
      if (terminal.io.signal.aborted) return ExitCode.interrupted;
      return exitCodeOfJob((await findJob(engine, id)).state);
    }),
};

/** Gives the exit code of a job that has settled. */
function exitCodeOfJob(state: JobState): ExitCode {
  return state === 'done' ? ExitCode.done : ExitCode.failed;
}

function toLine({ at, kind, unit = '', data }: EngineEvent): string {
  const facts = Object.entries(data ?? {}).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return visibleText([shortTime(at), kind, unit, facts.join(', ')].filter((part) => part !== '').join('  '));
}
