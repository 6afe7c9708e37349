import { relative, resolve } from 'node:path';
import { isPlainObject } from '@helve/core';
import { STANDARD_INPUT } from '@helve/flow/engine';
import type { Project } from '@helve/project';
import {
  isExplainedRun,
  isFilesReport,
  type ExplainedRun,
  type FilesReport,
  type RunDoor,
  type RunRequest,
  type TypedTool,
} from '@helve/project/run';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { printJson, toSortedJson } from '../../text/print-json.js';
import { flagText, type Command } from '../command.js';
import { askForTrust } from './ask-for-trust.js';
import { callRecord, recordData } from './call-record.js';
import { createLogPrinter } from './print-log.js';
import { renderExplanation, renderRun, runNotes, runProblems, selectsNothing } from './render-run.js';
import { toFlagValues, readRunFlags, runFlags, type RunFlags } from './run-flags.js';
import { createRunProgress } from './run-progress.js';
import { openStandard, writeStandard } from './standard-input.js';
import { assertFolder, openTraceFile } from './trace-file.js';
import { assertApart, writeApart } from './write-apart.js';

const notes = `FLOW is the id of a flow (\`helve flow ls\`), the path of a flow document, or the name of a flow tool.
FILES are files, folders (hidden and lock files are skipped), patterns, or - for stdin, which is answered on stdout.
Without FILES, the \`content\` of the config is taken.

Exits with 1 if the work failed or is partial, 2 if flow, config or usage are wrong, 3 if a gate says no.`;

/** `helve run FLOW FILES`: files through a flow. */
export const runCommand: Command = {
  name: 'run',
  args: ['<flow>', '[files...]'],
  summary: 'run files through a flow',
  flags: runFlags,
  examples: [
    'run pseudo-translate app.json',
    "run translate 'src/**/*.json' --target de,fr",
    'run flows/release.yaml docs -o {dir}/{name}.{lang}{ext} --json',
    'run word-count - < notes.txt',
    'run translate app.json --target de --explain',
  ],
  notes: () => notes,
  configOptional: true,
  async run({ terminal, args: [flow = '', ...files], flags, openProjectForRun }) {
    const run = readRunFlags(toFlagValues(flags, runFlags), files);
    const project = await openProjectForRun({ flow, cwd: terminal.io.cwd }, flagText(flags, 'project'));
    return runAndShow({ project, flow, flags: run }, terminal);
  },
};

/** One run to make and show. */
export interface ShownRun {
  readonly project: Project;
  readonly flow: RunRequest['flow'];
  readonly flags: RunFlags;
  /** The tool was typed, with its config and with what of that is secret. */
  readonly typed?: TypedTool | undefined;
  /** Where relative paths begin. Default: the working directory. */
  readonly cwd?: string | undefined;
  /** Somebody wants to know all about it, and not what fits a screen. */
  readonly whole?: boolean;
  /** Shows the result in words of its own. */
  show?(report: FilesReport): Promise<void> | void;
}

/** Runs, writes the files that were asked for, shows the result, and says how it ended; again after every change with `--watch`. */
export async function runAndShow(shown: ShownRun, terminal: Terminal): Promise<ExitCode> {
  const { project, flow, flags } = shown;
  if (!flags.watch) return runOnce(shown, terminal);
  if (flags.request.files?.includes(STANDARD_INPUT) === true)
    throw cliErrors.create('CLI_USAGE', { problem: '--watch cannot watch standard input' });
  if (flags.durable !== undefined)
    throw cliErrors.create('CLI_USAGE', {
      problem: '--watch starts again by itself, and --durable has nothing to keep',
    });
  const flowFile = typeof flow === 'string' && /\.(?:ya?ml|json)$/i.test(flow) ? flow : undefined;
  const { watchRun } = await import('./watch-run.js');
  const run = (onReport: (report: FilesReport) => void) => runOnce(shown, terminal, onReport);
  return watchRun({ project, request: flags.request, flowFile, run }, terminal);
}

async function runOnce(
  { project, flow, flags, typed, whole, cwd, show }: ShownRun,
  terminal: Terminal,
  onReport?: (report: FilesReport) => void,
): Promise<ExitCode> {
  const { request } = flags;
  const { json, quiet } = terminal.output;
  const named = request.files?.map((file) => resolve(terminal.io.cwd, file)) ?? [];
  for (const file of [flags.report, flags.trace]) {
    if (file !== undefined) assertApart(resolve(terminal.io.cwd, file), named);
  }
  if (flags.report !== undefined) await assertFolder(resolve(terminal.io.cwd, flags.report));
  const isWhole = whole === true || json || flags.report !== undefined;
  const answer = await callRun(project, { ...request, flow }, { typed, whole: isWhole, cwd, flags }, terminal);
  if (isExplainedRun(answer)) {
    if (json) printJson(answer, terminal);
    else terminal.print(renderExplanation(answer, terminal));
    return ExitCode.done;
  }
  const report = answer;
  onReport?.(report);
  if (flags.report !== undefined) {
    await writeReport(resolve(terminal.io.cwd, flags.report), report);
  }
  for (const problem of runProblems(report)) terminal.printError(() => problem);
  for (const note of runNotes(report, request)) terminal.notify(note);
  if (show !== undefined) await show(report);
  else if (!quiet && !isOnStdout(report, request)) {
    if (json) printJson(report, terminal);
    else terminal.print(renderRun(report, terminal));
  }
  if (report.check?.pass === false)
    for (const failed of report.check.gate.failed) terminal.printError(() => `The gate says no: ${failed}`);
  return exitCodeOfRun(report, flags.noFail);
}

/** Writes a report to a file, as a page or as JSON by its name. */
async function writeReport(file: string, report: FilesReport): Promise<void> {
  const isPage = /\.html?$/i.test(file);
  // The page comes with much of the language room, which other runs do without.
  const text = isPage ? (await import('@helve/l10n')).toHtml(report) : toSortedJson(report);
  await writeApart(file, `${text}\n`, report);
}

/** True when the result went to stdout, which then holds nothing else. */
function isOnStdout({ documents }: FilesReport, { files }: Pick<RunRequest, 'files'>): boolean {
  return files?.includes(STANDARD_INPUT) === true && documents.some(({ outputs }) => outputs.length > 0);
}

/** Gives the exit code of a run: failures come before the verdict of a check. */
function exitCodeOfRun({ status, check, documents }: FilesReport, noFail: boolean): ExitCode {
  if (status === 'cancelled') return ExitCode.interrupted;
  if (status !== 'ok') return ExitCode.failed;
  if (selectsNothing(documents)) return ExitCode.usage;
  return check?.pass === false && !noFail ? ExitCode.checkSaidNo : ExitCode.done;
}

/** Calls the record `flow.run` under the rules of the project, with the terminal as its door; throws the error of the answer. */
async function callRun(
  project: Project,
  request: RunRequest,
  { typed, whole, cwd: ownCwd, flags }: Pick<ShownRun, 'typed' | 'whole' | 'cwd' | 'flags'>,
  terminal: Terminal,
): Promise<ExplainedRun | FilesReport> {
  const cwd = ownCwd ?? terminal.io.cwd;
  const progress = createRunProgress(terminal);
  const trace = flags.trace === undefined ? undefined : await openTraceFile(resolve(cwd, flags.trace));
  try {
    const standard = await openStandard(request, terminal);
    const written: string[] = [];
    const log = createLogPrinter(terminal, progress.clear);
    const onJob = (id: string) => terminal.notify(`Job ${id}`);
    let paused: string | undefined;
    const onPaused = (id: string) => {
      paused = id;
    };
    const door: RunDoor = {
      cwd,
      ...(typed === undefined ? {} : { typed }),
      agrees: (asked) => askForTrust(asked, flags.trustExec, terminal),
      ...(standard === undefined ? {} : { standard }),
      ...(trace === undefined ? {} : { trace: trace.options }),
      ...(flags.durable === undefined ? {} : { durable: { ...flags.durable, onJob, onPaused } }),
      ...(whole === true ? { annotations: 'all' } : {}),
      onProgress: progress.show,
      onWritten: (paths) => void written.push(...paths),
      log: log.print,
    };
    try {
      const response = await callRecord(project, { tool: 'flow.run', input: request, door }, terminal);
      if (!response.ok) {
        progress.clear();
        for (const path of written) terminal.notify(`Written: ${relative(cwd, path)}`);
      }
      if (paused !== undefined) {
        progress.clear();
        terminal.notify(`The job is paused. Go on: helve jobs resume ${paused}`);
      }
      const answer = toRunAnswer(recordData(response));
      if (isFilesReport(answer)) log.end(answer.log.total);
      if (standard !== undefined) await writeStandard(standard.path, terminal);
      return answer;
    } finally {
      await standard?.close();
    }
  } finally {
    progress.clear();
    await trace?.end();
  }
}

function toRunAnswer(data: unknown): ExplainedRun | FilesReport {
  if (isPlainObject(data) && (isFilesReport(data) || isExplainedRun(data))) return data;
  throw new TypeError('Cannot show the run: its answer is not a report');
}
