import { existsSync } from 'node:fs';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';
import { toolsRunCommand } from './run.js';
import { toolsSchemaCommand } from './schema.js';
import { TOOLS_SCHEMA, toolsShowCommand } from './show.js';

const listCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list the tools',
  flags: [{ name: 'json', docs: 'print the contracts as JSON' }],
  examples: ['tools ls', 'tools ls --json'],
  configOptional: true,
  async run({ terminal, flags, openProject }) {
    const { tools, origins, configFile, workers } = await openProject();
    for (const remark of workers.remarks) terminal.notify(remark);
    if (flags['json'] === true) {
      printJson({ schema: TOOLS_SCHEMA, tools: tools.contracts() }, terminal);
      return ExitCode.done;
    }
    const rows = tools
      .contracts()
      .map(({ id, policy, description }) => [id, origins.get(id)?.kind ?? '', policy.category, description]);
    const { style, width } = terminal;
    terminal.print(toTable(rows, { header: ['ID', 'KIND', 'CATEGORY', 'DESCRIPTION'], style, width }));
    if ([...origins.values()].every(({ kind }) => kind === 'built-in' || kind === 'flow')) {
      const place = existsSync(configFile) ? configFile : 'a config, which `helve init` writes';
      terminal.notify(`There are no tools of your own yet: add some to "tools" in ${place}`);
    }
    return ExitCode.done;
  },
};

/** `helve tools`: what there is to call. */
export const toolsCommand: Command = {
  ...listCommand,
  name: 'tools',
  examples: ['tools', 'tools --json', 'tools show word_count', 'tools schema word_count'],
  subcommands: [listCommand, toolsShowCommand, toolsSchemaCommand, toolsRunCommand],
};
