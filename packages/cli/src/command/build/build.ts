import { join, normalize, resolve, sep } from 'node:path';
import type { BuildOptions } from '@helve/build';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { reportBuild, reportCheck, reportProgress } from './report.js';
import { watchBuild } from './watch.js';
import { flagText, type Command } from '../command.js';

type Flags = Readonly<Record<string, unknown>>;

/** `helve build`: tool folders become a registry. */
export const buildCommand: Command = {
  name: 'build',
  args: ['[dir]'],
  summary: 'build tool folders into one registry',
  flags: [
    { name: 'out', value: 'DIR', docs: 'folder of the registry, instead of beside the tools' },
    { name: 'check', docs: 'write nothing; exit with 3 if the registry is out of date' },
    { name: 'watch', docs: 'build again after every change' },
    { name: 'init', value: 'NAME', docs: 'create a folder with a first tool' },
    { name: 'strict', docs: 'treat warnings as errors' },
    { name: 'json', docs: 'print the outcome as JSON' },
    { name: 'modes', value: 'LIST', docs: 'additional modes that tools may name, besides voice and text' },
    { name: 'providers', value: 'LIST', docs: 'build only these provider forms, besides openai and geminiNative' },
    { name: 'clean', docs: 'rebuild every tool, even if unchanged' },
  ],
  examples: ['build', 'build --init find-order', 'build agents/tools --check --strict', 'build --watch'],
  notes: () => notes,
  async run({ terminal, args: [dir = 'tools'], flags }) {
    assertFlags(flags);
    const { buildRegistry, checkRegistry, initToolFolder, useNodeSha256 } = await import('@helve/project/build');
    useNodeSha256();
    const name = flagText(flags, 'init');
    const folder = resolve(terminal.io.cwd, dir);
    if (name !== undefined) {
      const made = initToolFolder({ dir: folder, name });
      return welcome(
        made.files.map((file) => join(dir, name, file)),
        dir,
        terminal,
      );
    }
    const options = await toOptions(folder, flags, terminal);
    if (flags['watch'] === true) return watchBuild(options, dir, terminal);
    const json = flags['json'] === true;
    if (flags['check'] === true) return reportCheck(await checkRegistry(options), { dir, json, terminal });
    return reportBuild(await buildRegistry(options), { dir, json, terminal });
  },
};

const notes = `A tool is a folder with schema.json, doc_summary.md, doc.md and handler.ts (or .js, .mjs); guide.md may replace both docs.
Folders that begin with "_" or "." are left alone. DIR is "tools" if left out.

Written: tool_registry.json, tool_registry.js and .d.ts to import it by, tool_registry.providers/ with the form of each
provider, handlers/ with the code of each tool. Either all of it or, when anything is wrong with any tool, nothing.

Exits with 1 if a tool has problems, with 3 if --check finds the registry out of date.`;

const alone = ['init', 'check', 'watch'];

function assertFlags(flags: Flags): void {
  const present = alone.filter((name) => flags[name] !== undefined);
  if (present.length > 1) throw usage(`${present.map((name) => `--${name}`).join(' and ')} exclude each other`);
  if (flags['watch'] === true && flags['json'] === true) throw usage('--watch and --json exclude each other');
}

async function toOptions(dir: string, flags: Flags, terminal: Terminal): Promise<BuildOptions> {
  const { buildCacheFolder, composeBuild } = await import('@helve/project/build');
  const { cwd, env } = terminal.io;
  const out = flagText(flags, 'out');
  const providers = readList(flags, 'providers');
  return composeBuild({
    dir,
    ...(out === undefined ? {} : { out: resolve(cwd, out) }),
    modes: readList(flags, 'modes') ?? [],
    ...(providers === undefined ? {} : { providers }),
    strict: flags['strict'] === true,
    ...(flags['clean'] === true ? {} : { cacheDir: buildCacheFolder(cwd, dir) }),
    sourceDateEpoch: env['SOURCE_DATE_EPOCH'],
    onProgress: reportProgress(terminal),
  });
}

function readList(flags: Flags, name: string): string[] | undefined {
  return flagText(flags, name)
    ?.split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

function welcome(files: readonly string[], dir: string, { print, notify }: Terminal): ExitCode {
  for (const file of files) print(file);
  notify(`Try next: helve build${dir === 'tools' ? '' : ` ${dir}`}`);
  notify(`For every command to have its tools, name the folder in the config: "tools": ["${toEntry(dir)}"]`);
  return ExitCode.done;
}

/** The folder as a config in this folder names it. */
function toEntry(dir: string): string {
  const path = normalize(dir).split(sep).join('/');
  return /^(?:\.\.?\/|\/|[A-Za-z]:)/.test(path) ? path : `./${path}`;
}

function usage(problem: string): Error {
  return cliErrors.create('CLI_USAGE', { problem });
}
