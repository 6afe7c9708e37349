import { Command as CommanderCommand, CommanderError, Option } from 'commander';
import { cliErrors } from './cli-errors.js';
import { allFlags, globalFlags, type Command, type Invocation } from './command/command.js';
import { ExitCode, exitCodeMeanings } from './exit-code.js';
import type { OwnFlag } from './flags/parse-flags.js';
import type { Terminal } from './terminal.js';
import { createStyle } from './text/style.js';
import { toTable } from './text/table.js';
import { readVersion } from './version.js';

/** A command that somebody has typed, with its words. */
export interface ParsedCommandLine extends Pick<Invocation, 'args' | 'flags'> {
  readonly command: Command;
  /** The values of `--config`, before the command and behind it. */
  readonly configFlags: readonly string[];
}

/** Parses the arguments after `helve`; gives nothing where help was asked for, which it prints. */
export async function parseCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
): Promise<ParsedCommandLine | undefined> {
  let parsed: ParsedCommandLine | undefined;
  const program = createProgram(commands, terminal, (found) => (parsed = found));
  const words = toFlag(argv, commands.length === 1 && commands[0]?.ownHelp === true) ?? argv;
  try {
    await program.parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw toUsageError(error);
  }
  return parsed;
}

function createProgram(
  commands: readonly Command[],
  { io, width }: Terminal,
  settle: (parsed: ParsedCommandLine) => void,
): CommanderCommand {
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
  for (const command of commands) addCommand(program, command, settle);
  return program;
}

function addCommand(parent: CommanderCommand, row: Command, settle: (parsed: ParsedCommandLine) => void): void {
  const command = parent.command([row.name, ...row.args].join(' ')).description(row.summary);
  addFlags(command, allFlags(row));
  command.addHelpText('after', () => `\n${commandNotes(row)}`);
  if (row.passThrough === true) command.passThroughOptions().allowUnknownOption();
  if (row.ownHelp === true) command.helpOption(false);
  for (const inner of row.subcommands ?? []) addCommand(command, inner, settle);
  if (row.subcommands?.some(({ name }) => name === 'ls') === true) addListHint(command, row.name);
  if (row.subcommands !== undefined) command.helpCommand(false).enablePositionalOptions();
  command.action(() =>
    settle({ command: row, args: command.args, flags: command.opts(), configFlags: findConfigFlags(command) }),
  );
}

/** Suggests `ls` to a person who types `list`. */
function addListHint(command: CommanderCommand, name: string): void {
  const hint = command.command('list', { hidden: true }).allowUnknownOption().allowExcessArguments().helpOption(false);
  hint.action(() => {
    const details = { suggestion: `Did you mean \`helve ${name} ls\`?` };
    throw cliErrors.create('CLI_USAGE', { problem: 'unknown command "list"' }, { details });
  });
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
