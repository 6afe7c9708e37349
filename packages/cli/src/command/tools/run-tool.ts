import { Secret, type JsonObject } from '@helve/core';
import type { ToolInfo } from '@helve/flow';
import { resolvePaths } from '@helve/flow/engine';
import { cliErrors } from '../../cli-errors.js';
import { projectErrors, countProblems, type ProblemDetail } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { describeGroups, describeOwnFlags, type FlagSection } from '../../flags/describe-flags.js';
import { buildInput } from '../../flags/build-input.js';
import { planFlags } from '../../flags/plan-flags.js';
import { parseFlags, type OwnFlag } from '../../flags/parse-flags.js';
import { toolFlow, type FilesReport } from '@helve/project/run';
import { printJson } from '../../text/print-json.js';
import { renderRun } from '../run/render-run.js';
import { runAndShow } from '../run/run.js';
import { readRunFlags, runFlags, type FlagValues, type RunFlags } from '../run/run-flags.js';
import { splitFiles } from '../run/split-files.js';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';
import { allFlags, type Command, type Invocation } from '../command.js';
import { readTextFile } from '../read-input.js';

const ownFlags: readonly OwnFlag[] = [
  ...allFlags({ flags: runFlags }),
  { name: 'help', docs: 'show the flags of this tool' },
];

/** `helve NAME FILES`: one flow tool over files, its parameters as flags. */
export function toolRunCommand(name: string): Command {
  return {
    name,
    args: ['[args...]'],
    summary: `run the flow tool ${name} over files`,
    flags: [],
    examples: [`${name} app.json`, `${name} --help`],
    passThrough: true,
    ownHelp: true,
    configOptional: true,
    run: (invocation) => runTool(name, invocation.args, invocation),
  };
}

/** Runs one tool; everything behind its name is files and flags. */
export async function runTool(name: string, argv: readonly string[], invocation: Invocation): Promise<ExitCode> {
  const { terminal, openProjectForRun } = invocation;
  const { words } = splitFiles(argv, findOwnFlags(name), undefined);
  const { own: named, configs } = parseFlags(words, [], findOwnFlags(name));
  const project = await openProjectForRun({ tools: [name] }, named.get('project'), ...configs);
  const info = project.flow.tools.get(name);
  if (info === undefined || !info.hasShortForm) throw projectErrors.create('PROJECT_TOOL_UNKNOWN', { tool: name });
  const plan = planFlags(info.schema, runFlagNames);
  const split = splitFiles(argv, findOwnFlags(info.name), plan.flags);
  const parsed = parseFlags(split.words, plan.flags, findOwnFlags(info.name));
  if (parsed.own.has('help')) {
    terminal.print(toolHelp(info, describeGroups(plan, info.schema, 'Flags of the tool'), terminal));
    return ExitCode.done;
  }
  const { input, findings } = await buildInput({}, parsed.assignments, (file) => readTextFile(file, terminal.io));
  assertNone(info.name, [...parsed.findings, ...findings]);
  const { config, secrets } = withoutSecrets(info, input);
  const run = readRunFlags(ownGiven(parsed.own), split.files);
  // Typed paths begin at the working directory.
  const flow = toolFlow(info.name, resolvePaths(info.schema, config, terminal.io.cwd));
  const show = counted.has(info.name)
    ? { show: (report: FilesReport) => showCounts(info.name, report, run, terminal) }
    : {};
  return runAndShow({ project, flow, flags: run, typed: { secrets }, ...show }, terminal);
}

/** Separates secret parameters, so that no plan, trail or trace holds them. */
function withoutSecrets({ schema }: ToolInfo, input: Readonly<Record<string, unknown>>) {
  const isSecret = (name: string) => schema.properties[name]?.['x-secret'] === true;
  const entries = Object.entries(input);
  return {
    // Flags make JSON and nothing else.
    config: Object.fromEntries(entries.filter(([name]) => !isSecret(name))) as JsonObject,
    secrets: new Map(
      entries.filter(([name]) => isSecret(name)).map(([name, value]) => [name, new Secret(String(value))]),
    ),
  };
}

/** Tools whose `--report` is a look at what they counted. */
const counted: ReadonlySet<string> = new Set(['redact', 'unredact']);

function findOwnFlags(name: string): readonly OwnFlag[] {
  if (!counted.has(name)) return ownFlags;
  const report = { name: 'report', docs: 'print the number of findings by category and surface' };
  return ownFlags.map((flag) => (flag.name === 'report' ? report : flag));
}

/** Counts by category and surface, alone where they were asked for. */
function showCounts(tool: string, report: FilesReport, { counts }: RunFlags, terminal: Terminal): void {
  const { json, quiet } = terminal.output;
  if (quiet) return;
  const { status, documents } = report;
  if (counts && json)
    printJson({ schema: 'helve.redact/v1', tool, status, documents, report: report.reports[tool] ?? {} }, terminal);
  else if (json) printJson(report, terminal);
  else terminal.print(renderRun(counts ? { ...report, documents: [] } : report, terminal));
}

/** A parameter of the same name is offered as `--arg-NAME`. */
const runFlagNames: ReadonlySet<string> = new Set(ownFlags.map(({ name }) => name));

function ownGiven(own: ReadonlyMap<string, string>): FlagValues {
  return new Map([...own].map(([name, text]) => [name, text === '' ? true : text]));
}

function toolHelp(info: ToolInfo, sections: readonly FlagSection[], { style, width }: Terminal): string {
  const table = (rows: readonly (readonly string[])[]) => toTable(rows, { style, width, indent: 2 });
  return [
    `Usage: helve ${info.name} [files] [flags]`,
    info.meta.description,
    ...sections.map(({ title, rows }) => `${style.bold(title)}\n${table(rows)}`),
    `${style.bold('Flags of every run')}\n${table(describeOwnFlags(findOwnFlags(info.name)))}`,
  ].join('\n\n');
}

function assertNone(tool: string, findings: readonly ProblemDetail[]): void {
  if (findings.length === 0) return;
  const suggestion = `See its flags with \`helve ${tool} --help\``;
  const problem = `its arguments have ${countProblems(findings)}`;
  throw cliErrors.create('CLI_ARGUMENTS_INVALID', { tool, problem }, { details: { findings, suggestion } });
}
