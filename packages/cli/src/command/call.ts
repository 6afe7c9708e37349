import {
  callTool,
  isPlainObject,
  serializeResponse,
  ToolError,
  type ToolContract,
  type ToolResponse,
} from '@helve/core';
import { cliErrors, countProblems, type Finding } from '../cli-errors.js';
import type { House } from '../compose.js';
import { ExitCode, exitCodeOf } from '../exit-code.js';
import { buildInput } from '../flags/build-input.js';
import type { FlagPlan } from '../flags/flag.js';
import { toFinding } from '../flags/locate-flag.js';
import { parseFlags, type OwnFlag, type ParsedFlags } from '../flags/parse-flags.js';
import { planFlags } from '../flags/plan-flags.js';
import { describeThrown } from '../module/describe-thrown.js';
import type { Terminal } from '../terminal.js';
import { toFailureText } from '../text/to-failure-text.js';
import { findTool } from '../tool/find-tool.js';
import { globalFlags, textOf, type Command } from './command.js';
import { readInput, readTextFile } from './read-input.js';

const callFlags: readonly OwnFlag[] = [
  { name: 'input', value: 'FILE', docs: 'a JSON file with the input, or - for stdin; flags go over it' },
  { name: 'envelope', docs: 'print the whole answer, not only its data' },
];
const ownFlags: readonly OwnFlag[] = [
  ...callFlags,
  ...globalFlags,
  { name: 'help', docs: 'show the flags of this tool' },
];

const throwToolError = 'Throw a `ToolError` in the tool for failures that callers should understand';

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
    'call word_count --help',
  ],
  notes: () => 'The flags of a tool stand after its name: `helve call NAME --help` lists them.',
  passThrough: true,
  async run({ terminal, args: [name = '', ...argv], flags, compose }) {
    const house = await compose(namedConfig(argv));
    const tool = findTool(house.tools, name);
    const plan = planFlags(tool.inputSchema);
    const parsed = parseFlags(argv, plan.flags, ownFlags);
    if (parsed.own.has('help')) {
      const { callHelp } = await import('./call-help.js');
      terminal.print(callHelp(tool, plan, ownFlags, terminal));
      return ExitCode.done;
    }
    const input = await readArguments(tool, parsed, parsed.own.get('input') ?? textOf(flags, 'input'), terminal);
    const response = await runCall(tool, input, house, terminal);
    return answer(response, plan, parsed.own.has('envelope') || flags['envelope'] === true, terminal);
  },
};

/** The config has to be known before the tool is, and so before its flags are. */
function namedConfig(argv: readonly string[]): string | undefined {
  return parseFlags(argv, [], ownFlags).own.get('config');
}

async function readArguments(tool: ToolContract, parsed: ParsedFlags, source: string | undefined, { io }: Terminal) {
  assertNone(tool.id, parsed.findings);
  const base = source === undefined ? {} : await readInput(source, io);
  const { input, findings } = await buildInput(base, parsed.assignments, (file) => readTextFile(file, io));
  assertNone(tool.id, findings);
  return input;
}

async function runCall(
  tool: ToolContract,
  rawInput: unknown,
  { tools }: House,
  { io, say }: Terminal,
): Promise<ToolResponse> {
  const report = (thrown: unknown) => say(describeThrown(thrown));
  const response = await callTool({ tool: tool.id, tools, rawInput, signal: io.signal, report, exposeMessages: true });
  // Once through JSON, so that what is printed below is what JSON can hold.
  const printable: unknown = JSON.parse(serializeResponse(response));
  return isPlainObject(printable) ? (printable as ToolResponse) : response;
}

function answer(response: ToolResponse, plan: FlagPlan, envelope: boolean, terminal: Terminal): ExitCode {
  if (envelope) terminal.print(JSON.stringify(response, undefined, 2));
  else if (response.ok) terminal.print(JSON.stringify(response.data ?? null, undefined, 2));
  if (response.ok) return ExitCode.done;
  const failure = toFailure(response, plan);
  terminal.complain((style) => toFailureText(failure, style));
  return exitCodeOf(failure.code);
}

/** The error of an answer; a refused input is told in terms of flags. */
function toFailure({ error, meta }: ToolResponse & { ok: false }, plan: FlagPlan): ToolError {
  const { code, issues = [], ...details } = error.details ?? {};
  const findings = issues.map((issue) => toFinding(issue, plan.flags));
  if (code === 'CALL_INPUT_INVALID') return argumentsInvalid(meta.toolId, findings);
  // What a tool threw was said when it was thrown, with its place: there is no log to look into.
  const { reason: _, ...facts } = details;
  const suggestion = code === 'CALL_TOOL_FAILED' ? { suggestion: throwToolError } : {};
  return new ToolError(error.type, error.message, { code, details: { ...facts, ...suggestion, findings } });
}

function assertNone(tool: string, findings: readonly Finding[]): void {
  if (findings.length > 0) throw argumentsInvalid(tool, findings);
}

function argumentsInvalid(tool: string, findings: readonly Finding[]): ToolError {
  const suggestion = `See its flags with \`helve call ${tool} --help\``;
  const problem = `its arguments have ${countProblems(findings)}`;
  return cliErrors.create('CLI_ARGUMENTS_INVALID', { tool, problem }, { details: { findings, suggestion } });
}
