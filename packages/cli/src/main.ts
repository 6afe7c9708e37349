import { openFlows, openProject, loadStore, type ResolvedConfig } from '@helve/project';
import type { Command } from './command/command.js';
import { commandLoaders, type CommandName } from './command/commands.js';
import { ExitCode, exitCodeOfSignal } from './exit-code.js';
import { readConfigFlags } from './flags/read-config-flags.js';
import { processIo, type Io } from './io.js';
import { defaultOutputOptions, readOutputOptions } from './output-options.js';
import { createTerminal, type Terminal } from './terminal.js';
import type { ParsedCommandLine } from './parse-command-line.js';
import { readVersion } from './version.js';

/** The whole terminal door: takes the arguments after `helve` and gives the exit code. Never throws. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  // The common question of scripts; it needs nothing of what follows.
  if (argv[0] === '--version' || argv[0] === '-V') {
    io.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  let terminal = createTerminal(io, { ...defaultOutputOptions, json: argv.includes('--json') });
  try {
    terminal = createTerminal(io, readOutputOptions(argv));
    return toFinalCode(await runCommandLine(argv, terminal), io);
  } catch (thrown) {
    const { printFailure } = await import('./print-failure.js');
    return toFinalCode(printFailure(thrown, terminal), io);
  }
}

/** find the command ▸ parse ▸ run. */
async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const commands = await loadCommands(argv, terminal.io);
  // The parser is loaded here, since programs import this package for `defineConfig` alone.
  const { parseCommandLine } = await import('./parse-command-line.js');
  const parsed = await parseCommandLine(argv, commands, terminal);
  return parsed === undefined ? ExitCode.done : runCommand(parsed, terminal);
}

/** Replaces the code of an interruption by that of the signal. */
function toFinalCode(code: ExitCode, io: Io): ExitCode {
  return code === ExitCode.interrupted && io.signal.aborted ? exitCodeOfSignal(String(io.signal.reason)) : code;
}

/**
 * The command that an argument list begins with, or asks for help about: also the name of a flow tool, which runs it.
 * Where it begins with none, what is known of all of them without their code; behind a flag may come any of them.
 */
export async function loadCommands(argv: readonly string[], io: Pick<Io, 'cwd' | 'env'>): Promise<readonly Command[]> {
  const [first = '', topic] = argv;
  const name = first === 'help' && topic !== undefined ? topic : first;
  if (isCommandName(name)) return [await commandLoaders[name]()];
  if (mayBeTool(name)) {
    const { isFlowTool } = await import('@helve/project/run');
    if (await isFlowTool(name, io)) return [(await import('./command/tools/run-tool.js')).toolRunCommand(name)];
    throw await (await import('./command/unknown-word.js')).unknownWord(name, Object.keys(commandLoaders), io.cwd);
  }
  const mayName = first.startsWith('-') && first !== '--help' && first !== '-h';
  return mayName ? Promise.all(Object.values(commandLoaders).map((load) => load())) : overview();
}

async function overview(): Promise<readonly Command[]> {
  const { commandRows } = await import('./command/command-rows.js');
  return Object.entries(commandLoaders).map(([name, load]) => {
    const [args, summary, example] = commandRows[name as CommandName];
    return {
      name,
      args,
      summary,
      flags: [],
      examples: [example],
      run: async (invocation) => (await load()).run(invocation),
    };
  });
}

function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commandLoaders, word);
}

/** Flags, `help` and the empty line are no tools. */
function mayBeTool(word: string): boolean {
  return word !== 'help' && word !== '' && !word.startsWith('-');
}
/** Whatever a command opened is closed before it ends, also when it fails. */
async function runCommand(
  { command, args, flags, configFlags }: ParsedCommandLine,
  terminal: Terminal,
): Promise<ExitCode> {
  const { io } = terminal;
  const locationWith = (...more: readonly (string | undefined)[]) => {
    const { file: configFile, overrides } = readConfigFlags([...configFlags, ...more]);
    const configured = (config: ResolvedConfig) => command.check?.(config, flags);
    const { notify } = terminal;
    const { configOptional, outlives } = command;
    return { io, configFile, overrides, configOptional, configured, notify, outlives };
  };
  const location = locationWith();
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(made: T): T => {
    opened.push(made);
    return made;
  };
  try {
    return await command.run({
      terminal,
      args,
      flags,
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
