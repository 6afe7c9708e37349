import { isPlainObject, type Json, type ToolContract, type ToolResponse } from '@helve/core';
import { openCaller, type Project } from '@helve/project';
import { jobResult, openJobs, type ProjectJobs } from '@helve/project/job';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { readTextFile } from '../read-input.js';
import { createCallReports } from './call-reports.js';
import { terminalCallerOptions } from './print-response.js';

/** A call that is to outlive its process. */
export interface JobCall {
  readonly tool: Pick<ToolContract, 'id'>;
  readonly input: Record<string, unknown>;
}

/** Hands one call over as a job; its id is the data of the answer. */
export async function submitCall(
  project: Project,
  { tool, input }: JobCall,
  terminal: Terminal,
): Promise<ToolResponse> {
  return withJobs(project, terminal, async (jobs, caller) => {
    const user = { id: terminal.io.user };
    // Flags are made of JSON.
    const sent = JSON.parse(JSON.stringify(input)) as Json;
    const response = await jobs.submitCall(caller, { tool: tool.id, user, door: 'cli' }, sent);
    const id = response.ok && isPlainObject(response.data) ? response.data['job'] : undefined;
    if (typeof id === 'string') terminal.notify(`A running \`helve serve\` makes it, or \`helve jobs resume ${id}\``);
    return response;
  });
}

/** Makes many calls of one tool as a job: one input a line, and one envelope a line in their order. */
export async function callBatch(
  project: Project,
  {
    tool,
    file,
    background,
  }: { readonly tool: Pick<ToolContract, 'id'>; readonly file: string; readonly background: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const inputs = await readInputs(file, terminal);
  return withJobs(project, terminal, async (jobs, caller) => {
    const user = { id: terminal.io.user };
    const id = await jobs.submitCalls({ tool: tool.id, user, door: 'cli' }, inputs);
    terminal.notify(`Job ${id}`);
    if (background) {
      terminal.print(JSON.stringify({ job: id, state: 'running' }, undefined, 2));
      return ExitCode.done;
    }
    return workOnJob(jobs, caller, id, terminal);
  });
}

/** Works on a job of calls that was begun before, to its end. */
export function resumeCalls(project: Project, id: string, terminal: Terminal): Promise<ExitCode> {
  return withJobs(project, terminal, (jobs, caller) => workOnJob(jobs, caller, id, terminal));
}

type Caller = Awaited<ReturnType<typeof openCaller>>['caller'];

async function withJobs<Result>(
  project: Project,
  terminal: Terminal,
  work: (jobs: ProjectJobs, caller: Caller) => Promise<Result>,
): Promise<Result> {
  const { report } = createCallReports(terminal);
  const jobs = openJobs(project, report);
  try {
    const options = terminalCallerOptions(terminal, ...jobs.hooks);
    const { caller } = await openCaller(project, { ...options, report });
    return await work(jobs, caller);
  } finally {
    await jobs.close();
  }
}

/** Works until the job has settled, and prints its envelopes; Ctrl-C leaves the rest for later. */
async function workOnJob(jobs: ProjectJobs, caller: Caller, id: string, terminal: Terminal): Promise<ExitCode> {
  const { engine } = await jobs.open();
  const { signal } = terminal.io;
  jobs.work(caller, {}, 'terminal');
  const events = engine.events(id, 0, signal)[Symbol.asyncIterator]();
  while ((await events.next()).done !== true);
  const job = await engine.get(id);
  if (job === undefined || signal.aborted) {
    terminal.notify(`The job is not done. Go on: helve jobs resume ${id}`);
    return ExitCode.interrupted;
  }
  const result = jobResult(job, await engine.units(id));
  const responses = result.kind === 'call' ? [result.response] : result.responses;
  for (const response of responses) terminal.print(JSON.stringify(response));
  return responses.every(({ ok }) => ok) ? ExitCode.done : ExitCode.failed;
}

/** The inputs of a file with one JSON object a line. */
async function readInputs(file: string, { io }: Terminal): Promise<readonly Json[]> {
  const text = await readTextFile(file, io).catch((error: unknown) => {
    throw invalid(file, error instanceof Error ? error.message : String(error));
  });
  const lines = text.split('\n').map((line) => line.trim());
  const inputs = lines.flatMap((line, at) => (line === '' ? [] : [readLine(line, at + 1, file)]));
  if (inputs.length === 0) throw invalid(file, 'it has no line with an input');
  return inputs;
}

function readLine(line: string, number: number, file: string): Json {
  try {
    const value = JSON.parse(line) as Json;
    if (isPlainObject(value)) return value;
  } catch {
    // Told below, as what is no object is.
  }
  throw invalid(file, `line ${number} is no JSON object`);
}

function invalid(file: string, problem: string): Error {
  return cliErrors.create('CLI_INPUT_INVALID', { source: `"${file}"`, problem });
}
