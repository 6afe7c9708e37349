import type { RetryFilter } from '@helve/flow/engine';
import type { Project } from '@helve/project';
import { findJob, openJobEngine, storedRun, type StoredRun } from '@helve/project/job';
import { cliErrors } from '../../cli-errors.js';
import type { ExitCode } from '../../exit-code.js';
import { readChoice } from '../../output-options.js';
import { flagText, type Command, type Invocation } from '../command.js';
import { runAndShow } from '../run/run.js';

/** `helve jobs resume ID`: works on a job to its end, with the report and the exit code of its run. */
export const jobsResumeCommand: Command = {
  name: 'resume',
  args: ['<id>'],
  summary: 'go on with a job that was paused, stopped or killed, to its end',
  flags: [{ name: 'json', docs: 'print the report as JSON' }],
  examples: ['jobs resume 3f2a9c1e'],
  notes: () => 'Shows the report of the whole run, and exits as `helve run` does.',
  configOptional: true,
  run: (invocation) => workOn(invocation, invocation.args[0] ?? ''),
};

/** `helve jobs retry ID`: opens the units again that did not end well, and works on them. */
export const jobsRetryCommand: Command = {
  name: 'retry',
  args: ['<id>'],
  summary: 'try the units of a job again that failed, died or were cancelled',
  flags: [
    { name: 'unit', value: 'ID', docs: 'only this unit' },
    { name: 'assume', value: 'OUTCOME', docs: 'outcome of a step that nobody knows: done or undone' },
    { name: 'json', docs: 'print the report as JSON' },
  ],
  examples: ['jobs retry 3f2a9c1e', 'jobs retry 3f2a9c1e --unit f12'],
  notes: () => 'Units that are done stay done. Shows the report of the whole run, and exits as `helve run` does.',
  configOptional: true,
  run(invocation) {
    const {
      args: [id = ''],
      flags,
    } = invocation;
    const unit = flagText(flags, 'unit');
    const assume = readChoice(flagText(flags, 'assume'), 'assume', ['done', 'undone'] as const);
    const filter: RetryFilter = {
      ...(unit === undefined ? {} : { units: [unit] }),
      ...(assume === undefined ? {} : { assume }),
    };
    return workOn(invocation, id, filter);
  },
};

async function workOn(invocation: Invocation, id: string, retry?: RetryFilter): Promise<ExitCode> {
  const { terminal, openProject, openProjectForRun } = invocation;
  const run = await takeRun(await openProjectForRun({ tools: [] }), id, retry);
  if (run === 'calls') {
    const { resumeCalls } = await import('../call/call-as-job.js');
    return resumeCalls(await openProject(), id, terminal);
  }
  const { flow, ...request } = run.request;
  const flags = { request, noFail: false, watch: false, counts: false, durable: { job: id } };
  const project = await (typeof flow === 'string' ? openProjectForRun({ flow, cwd: run.cwd }) : openProject());
  return runAndShow({ project, flow, flags, cwd: run.cwd }, terminal);
}

/** The run of a job, or that it makes calls, whose units are open again where that is asked for. */
async function takeRun(project: Project, id: string, retry: RetryFilter | undefined): Promise<StoredRun | 'calls'> {
  const { engine } = await openJobEngine(project.flow.folder);
  try {
    const job = await findJob(engine, id);
    const isCalls = job.kind === 'call' || job.kind === 'calls';
    const run = isCalls ? 'calls' : storedRun(job);
    if (isCalls && job.state === 'paused') await engine.resume(id);
    if (run === undefined)
      throw cliErrors.create('CLI_USAGE', { problem: `"${id}" is a run of a server, which goes on with it` });
    if (retry !== undefined) await engine.retry(id, retry);
    return run;
  } finally {
    await engine.close();
  }
}
