import type { ToolContract, TraceEvent } from '@helve/core';
import { type ProblemDetail, openCaller, createWholeOutput, findTool } from '@helve/project';
import { readConfigFlags } from '../../flags/read-config-flags.js';
import { ExitCode } from '../../exit-code.js';
import { buildInput } from '../../flags/build-input.js';
import { parseFlags, type OwnFlag, type ParsedFlags } from '../../flags/parse-flags.js';
import { planFlags } from '../../flags/plan-flags.js';
import type { Terminal } from '../../terminal.js';
import { toTraceTable } from '../../text/trace-table.js';
import { createCallReports } from './call-reports.js';
import { printResponse, argumentsInvalid, terminalCallerOptions } from './print-response.js';
import { createCallProgress } from './progress.js';
import { allFlags, flagText, type Command } from '../command.js';
import { isInteractive } from '../../ask-person.js';
import { createAsk } from './create-ask.js';
import { confirmCall } from './confirm-call.js';
import { readInput, readTextFile } from '../read-input.js';

const callFlags: readonly OwnFlag[] = [
  { name: 'input', value: 'FILE', docs: 'JSON file with the input, or - for stdin; flags override it' },
  { name: 'envelope', docs: 'print the whole response, not only its data' },
  { name: 'trace', docs: 'show on stderr which hooks ran, for how long, and what each decided' },
  { name: 'yes', docs: 'approve the call without asking, if it needs approval' },
  { name: 'background', docs: 'hand the call over as a job, and print its id' },
  { name: 'batch', value: 'FILE', docs: 'call it for each line of JSON as one job; prints an envelope for each line' },
];
const ownFlags: readonly OwnFlag[] = [
  ...allFlags({ flags: callFlags }),
  { name: 'help', docs: 'show the flags of this tool' },
];

/** `helve call NAME`: one call, its data on stdout. */
export const callCommand: Command = {
  name: 'call',
  args: ['<name>', '[flags...]'],
  summary: 'call a tool; its parameters are flags',
  flags: callFlags,
  examples: [
    "call word_count --text 'one two three'",
    'call word_count --text @notes.txt',
    'call word_count --input - < input.json',
    'call word_count --batch texts.ndjson',
    'call word_count --help',
  ],
  notes: () => 'Put the flags of a tool after its name: `helve call NAME --help` lists them.',
  passThrough: true,
  configOptional: true,
  async run({ terminal, args: [name = '', ...argv], flags, configFile, openProject }) {
    // The config has to be known before the tool is, and so before its flags are.
    const { configs } = parseFlags(argv, [], ownFlags);
    const project = await openProject(...configs);
    const tool = findTool(project.tools, name);
    const plan = planFlags(tool.inputSchema);
    const parsed = parseFlags(argv, plan.flags, ownFlags);
    if (parsed.own.has('help')) {
      const { callHelp } = await import('./help.js');
      terminal.print(callHelp(tool, plan, ownFlags, terminal));
      return ExitCode.done;
    }
    const batch = parsed.own.get('batch') ?? flagText(flags, 'batch');
    const background = parsed.own.has('background') || flags['background'] === true;
    if (batch !== undefined) {
      const { callBatch } = await import('./call-as-job.js');
      return callBatch(project, { tool, file: batch, background }, terminal);
    }
    const input = await readArguments(tool, parsed, parsed.own.get('input') ?? flagText(flags, 'input'), terminal);
    const isSet = (flag: string) => parsed.own.has(flag) || flags[flag] === true;
    const printed = { plan, config: readConfigFlags(configs).file ?? configFile, envelope: isSet('envelope') };
    if (background) {
      const { submitCall } = await import('./call-as-job.js');
      return printResponse(await submitCall(project, { tool, input }, terminal), printed, terminal);
    }
    const trace: TraceEvent[] = [];
    const whole = createWholeOutput();
    const reports = createCallReports(terminal);
    const projectCaller = await openCaller(project, {
      ...terminalCallerOptions(terminal, whole.hook),
      report: reports.report,
    });
    const user = { id: terminal.io.user };
    const progress = createCallProgress(terminal);
    const call = {
      tool: tool.id,
      user,
      call: { door: 'cli' },
      signal: terminal.io.signal,
      onProgress: progress.onProgress,
      onChunk: progress.onChunk,
      ...(isInteractive(terminal) ? { onAsk: createAsk(terminal, progress.end) } : {}),
      ...(isSet('trace') ? { trace: (event: TraceEvent) => void trace.push(event) } : {}),
    };
    const first = await projectCaller.caller.callTool({ ...call, rawInput: input });
    progress.end();
    const word = await confirmCall(first, user, isSet('yes'), projectCaller, terminal);
    if (word === 'declined' || word === 'interrupted') {
      terminal.notify('Not done');
      return word === 'declined' ? ExitCode.failed : ExitCode.interrupted;
    }
    const response =
      word === undefined ? first : await projectCaller.caller.callTool({ ...call, rawInput: {}, ...word });
    progress.end();
    if (isSet('trace')) terminal.printError((style) => toTraceTable(trace, style));
    return printResponse(whole.restore(reports.explain(response)), printed, terminal);
  },
};

async function readArguments(tool: ToolContract, parsed: ParsedFlags, source: string | undefined, { io }: Terminal) {
  assertNone(tool.id, parsed.findings);
  const base = source === undefined ? {} : await readInput(source, io);
  const { input, findings } = await buildInput(base, parsed.assignments, (file) => readTextFile(file, io));
  assertNone(tool.id, findings);
  return input;
}

function assertNone(tool: string, findings: readonly ProblemDetail[]): void {
  if (findings.length > 0) throw argumentsInvalid(tool, findings);
}
