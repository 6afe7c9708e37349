import type { Store } from '@helve/store';
import type { Project, ProjectLocation, ResolvedConfig, ConfigOverride } from '@helve/project';
import type { ExitCode } from '../exit-code.js';
import type { FlowEnvironment, NamedRun } from '@helve/project/run';
import type { OwnFlag } from '../flags/parse-flags.js';
import type { Terminal } from '../terminal.js';

/** Input of one run of a command. */
export interface Invocation {
  readonly terminal: Terminal;
  /** Words after the command, without its own flags. */
  readonly args: readonly string[];
  /** The command's own flags; one that stands alone is `true`. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** The file of `--config`. */
  readonly configFile: string | undefined;
  /** The keys that `--config KEY=VALUE` puts over those of the file. */
  readonly overrides: readonly ConfigOverride[];
  /** Loads the config and its tools; `named` are values of `--config` that the command found itself. */
  openProject(...named: readonly (string | undefined)[]): Promise<Project>;
  /** Opens the project for one run, with the tools that it needs and no others. */
  openProjectForRun(run: NamedRun, ...named: readonly (string | undefined)[]): Promise<Project>;
  /** Loads the config and what flows are made of, without looking at the tools to call. */
  openFlows(): Promise<FlowEnvironment>;
  /** Opens what is kept of calls, without looking at the tools. Closed when the command ends, as is that of `compose`. */
  openStore(): Promise<Store>;
}

/** A command with its help texts and its function. */
export interface Command {
  readonly name: string;
  /** Its arguments, such as `<name>`. */
  readonly args: readonly string[];
  readonly summary: string;
  readonly flags: readonly OwnFlag[];
  /** Command lines that help shows, without `helve`. */
  readonly examples: readonly string[];
  /** More for its help page. */
  readonly notes?: () => string;
  readonly subcommands?: readonly Command[];
  /** True when the command parses everything after its first argument itself. */
  readonly passThrough?: boolean;
  /** True when the command answers `--help` itself. */
  readonly ownHelp?: boolean;
  /** True when it works without a config, with every default. */
  readonly configOptional?: boolean;
  /** True when it goes on while tool folders are built again. */
  readonly outlives?: boolean;
  /** Looks at the config before anything is built, for what would fail anyway. */
  check?(config: ResolvedConfig, flags: Invocation['flags']): Promise<void>;
  run(invocation: Invocation): Promise<ExitCode>;
}

/** Flags that every command takes. */
export const globalFlags: readonly OwnFlag[] = [
  {
    name: 'config',
    value: 'FILE',
    docs: 'config file to use instead of the nearest helve.config.*, or KEY=VALUE to override one of its keys, such as locales.source=de',
  },
  { name: 'json', docs: 'print the result as JSON, and failures too' },
  { name: 'quiet', docs: 'print only results and problems' },
  { name: 'progress', value: 'MODE', docs: 'show progress on stderr: auto, none or ndjson' },
  { name: 'color', value: 'WHEN', docs: 'use colors: auto, always or never' },
  { name: 'no-color', docs: 'same as --color never' },
];

/** Lists the flags of a command and those of every command; the command may override the latter. */
export function allFlags({ flags }: Pick<Command, 'flags'>): readonly OwnFlag[] {
  const own = new Set(flags.map(({ name }) => name));
  return [...flags, ...globalFlags.filter(({ name }) => !own.has(name))];
}

/** The project that a command line means. */
export function projectLocation({
  terminal,
  configFile,
  overrides,
}: Pick<Invocation, 'terminal' | 'configFile' | 'overrides'>): ProjectLocation {
  return { io: terminal.io, configFile, overrides };
}

/** The text of a flag, if it was given with one. */
export function flagText(flags: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}
