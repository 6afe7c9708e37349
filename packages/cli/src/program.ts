import { Command as CommanderCommand, CommanderError, Option } from 'commander';
import { cliErrors } from './cli-errors.js';
import { allFlags, globalFlags, type Command, type Invocation } from './command/command.js';
import { loadCommands } from './command/commands.js';
import { openProject, openFlows, loadStore, type ResolvedConfig } from '@helve/project';
import { readConfigFlags } from './flags/read-config-flags.js';
import { ExitCode, exitCodeMeanings, exitCodeOfSignal } from './exit-code.js';
import type { Io } from './io.js';
import { defaultOutputOptions, readOutputOptions } from './output-options.js';
import { printFailure } from './print-failure.js';
import type { OwnFlag } from './flags/parse-flags.js';
import { createTerminal, type Terminal } from './terminal.js';
import { createStyle } from './text/style.js';
import { toTable } from './text/table.js';
import { readVersion } from './version.js';

/** Runs a command and turns whatever it throws into a message and an exit code. */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<ExitCode> {
  let terminal = createTerminal(io, { ...defaultOutputOptions, json: argv.includes('--json') });
  try {
    terminal = createTerminal(io, readOutputOptions(argv));
    return toFinalCode(await runProgram(argv, terminal), io);
  } catch (thrown) {
    return toFinalCode(printFailure(thrown, terminal), io);
  }
}

/** Replaces the code of an interruption by that of the signal. */
function toFinalCode(code: ExitCode, io: Io): ExitCode {
  return code === ExitCode.interrupted && io.signal.aborted ? exitCodeOfSignal(String(io.signal.reason)) : code;
}

/** parse ▸ find the command ▸ run it. */
async function runProgram(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.done;
  const commands = await loadCommands(argv, terminal.io);
  const program = createProgram(commands, terminal, (code) => (exitCode = code));
  const words = toFlag(argv, commands.length === 1 && commands[0]?.ownHelp === true) ?? argv;
  try {
    await program.parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw toUsageError(error);
  }
  return exitCode;
}

function createProgram(
  commands: readonly Command[],
  terminal: Terminal,
  settle: (code: ExitCode) => void,
): CommanderCommand {
  const { io, width } = terminal;
  const program = new CommanderCommand('helve')
    .description('The handle of every tool')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: () => {},
      getOutHelpWidth: () => width ?? 100,
    })
    .helpCommand('help [command]', 'show help, also of one command')
    .version(readVersion(), '-V, --version', 'print the version')
    .addHelpText('after', () => `\n${programNotes(commands)}`);
  addFlags(program, globalFlags);
  for (const command of commands) addCommand(program, command, terminal, settle);
  return program;
}

function addCommand(
  parent: CommanderCommand,
  row: Command,
  terminal: Terminal,
  settle: (code: ExitCode) => void,
): void {
  const command = parent.command([row.name, ...row.args].join(' ')).description(row.summary);
  addFlags(command, allFlags(row));
  command.addHelpText('after', () => `\n${commandNotes(row)}`);
  if (row.passThrough === true) command.passThroughOptions().allowUnknownOption();
  if (row.ownHelp === true) command.helpOption(false);
  for (const inner of row.subcommands ?? []) addCommand(command, inner, terminal, settle);
  if (row.subcommands?.some(({ name }) => name === 'ls') === true) addListHint(command, row.name);
  if (row.subcommands !== undefined) command.helpCommand(false).enablePositionalOptions();
  command.action(async () => {
    settle(await runCommand(row, { terminal, args: command.args, flags: command.opts() }, findConfigFlags(command)));
  });
}

/** Suggests `ls` to a person who types `list`. */
function addListHint(command: CommanderCommand, name: string): void {
  const hint = command.command('list', { hidden: true }).allowUnknownOption().allowExcessArguments().helpOption(false);
  hint.action(() => {
    const details = { suggestion: `Did you mean \`helve ${name} ls\`?` };
    throw cliErrors.create('CLI_USAGE', { problem: 'unknown command "list"' }, { details });
  });
}

/** Whatever a command opened is closed before it ends, also when it fails. */
async function runCommand(
  row: Command,
  invocation: Pick<Invocation, 'terminal' | 'args' | 'flags'>,
  configFlags: readonly string[],
): Promise<ExitCode> {
  const { io } = invocation.terminal;
  const locationWith = (...more: readonly (string | undefined)[]) => {
    const { file: configFile, overrides } = readConfigFlags([...configFlags, ...more]);
    const configured = (config: ResolvedConfig) => row.check?.(config, invocation.flags);
    return { io, configFile, overrides, configOptional: row.configOptional, configured };
  };
  const location = locationWith();
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(made: T): T => {
    opened.push(made);
    return made;
  };
  try {
    return await row.run({
      ...invocation,
      configFile: location.configFile,
      overrides: location.overrides,
      openProject: async (...named) => keep(await openProject(locationWith(...named))),
      openProjectForRun: async (run, ...named) => keep(await openProject({ ...locationWith(...named), run })),
      openFlows: async () => openFlows(location),
      openStore: async () => keep((await loadStore(location)).store).open(),
    });
  } finally {
    for (const made of opened) await made.close();
  }
}

function addFlags(command: CommanderCommand, flags: readonly OwnFlag[]): void {
  for (const { name, short, value, several, docs } of flags) {
    const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
    const option = new Option(`${names}${value === undefined ? '' : ` <${value}>`}`, docs);
    if (name === 'config' || several === true) {
      option.argParser((text, before?: readonly string[]) => [...(before ?? []), text]);
    }
    command.addOption(option);
  }
}

/** Collects the values of `--config`, before the command and behind it. */
function findConfigFlags(command: CommanderCommand | null): readonly string[] {
  if (command === null) return [];
  const own: unknown = command.opts()['config'];
  return [...findConfigFlags(command.parent), ...(Array.isArray(own) ? own.map(String) : [])];
}

/** Tools have no help of their own but that of their flags. */
function toFlag([first, topic, ...rest]: readonly string[], isTool: boolean): readonly string[] | undefined {
  return first === 'help' && topic !== undefined && isTool ? [topic, '--help', ...rest] : undefined;
}

function toUsageError({ message }: CommanderError): Error {
  const [first = '', hint] = message
    .replace(/^error: /, '')
    .replaceAll("'", '"')
    .split('\n');
  const suggestion = hint === undefined ? undefined : /\((.*)\)/.exec(hint)?.[1];
  return cliErrors.create('CLI_USAGE', { problem: first }, suggestion === undefined ? {} : { details: { suggestion } });
}

function commandNotes({ examples, notes }: Command): string {
  const lines = ['Examples:', ...examples.map((example) => `  helve ${example}`)];
  return [...lines, ...(notes === undefined ? [] : ['', notes()])].join('\n');
}

const toolsAsCommands =
  'Flow tools are commands too, such as `helve redact FILES` and `helve word-count FILES`: `helve tools --all` lists them.';

function programNotes(commands: readonly Command[]): string {
  const codes = Object.entries(ExitCode).map(([name, code]) => [
    String(code),
    exitCodeMeanings[name as keyof typeof ExitCode],
  ]);
  const examples = commands.map(({ examples: [first = ''], summary }) => [`helve ${first}`, summary]);
  const style = createStyle(false);
  return `Examples:\n${toTable(examples, { style, indent: 2 })}\n\n${toolsAsCommands}\n\nExit codes:\n${toTable(codes, { style, indent: 2 })}`;
}
