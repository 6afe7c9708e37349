import { sleep, visibleText } from '@helve/core';
import type { Engine, JobLogLine } from '@helve/flow/engine';
import { findJob } from '@helve/project/job';
import { ExitCode } from '../../exit-code.js';
import { flagText, type Command, type Invocation } from '../command.js';
import { shortTime } from './render-jobs.js';
import { withJob } from './with-engine.js';

const LOOK_MS = 300;

/** `helve jobs logs ID`: the log lines of a job by time, whoever worked on it. */
export const jobsLogsCommand: Command = {
  name: 'logs',
  args: ['<id>'],
  summary: 'show the log lines of a job, with the unit and the worker of each',
  flags: [
    { name: 'unit', value: 'ID', docs: 'only of this unit' },
    { name: 'follow', short: 'f', docs: 'go on until the job has settled' },
    { name: 'json', docs: 'as lines of JSON' },
  ],
  examples: ['jobs logs 3f2a9c1e', 'jobs logs 3f2a9c1e --unit f12 -f'],
  configOptional: true,
  run: (invocation) =>
    withJob(invocation, async ({ id }, engine) => {
      const { flags, terminal } = invocation;
      for (let seq = 0; ;) {
        // Settled first: what is logged after that look is not lost.
        const isOver = flags['follow'] !== true || !(await isOpen(engine, id));
        seq = await printLines(engine, { job: id, seq }, invocation);
        if (terminal.io.signal.aborted) return ExitCode.interrupted;
        if (isOver) return ExitCode.done;
        await sleep(LOOK_MS, terminal.io.signal).catch(() => undefined);
      }
    }),
};

async function isOpen(engine: Engine, id: string): Promise<boolean> {
  const { state } = await findJob(engine, id);
  return state === 'running' || state === 'paused';
}

/** Prints the lines after a number; returns the number of the last one. */
async function printLines(
  engine: Engine,
  { job, seq }: { readonly job: string; readonly seq: number },
  { terminal, flags }: Invocation,
): Promise<number> {
  const unit = flagText(flags, 'unit');
  for (let last = seq; ;) {
    const lines = await engine.logs(job, last);
    if (lines.length === 0) return last;
    for (const line of lines) {
      last = line.seq;
      if (unit !== undefined && line.unit !== unit) continue;
      terminal.print(flags['json'] === true ? JSON.stringify(line) : toLine(line));
    }
  }
}

function toLine({ at, level, unit, worker, message }: JobLogLine): string {
  return visibleText([shortTime(at), unit, worker, level, message].join('  '));
}
