import { existsSync } from 'node:fs';
import { countOf } from '@helve/core';
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
  summary: 'list the tools of the project',
  flags: [
    { name: 'all', docs: 'list the tools that come with Helve too' },
    { name: 'json', docs: 'print the contracts of all tools as JSON' },
  ],
  examples: ['tools ls', 'tools ls --all', 'tools ls --json'],
  configOptional: true,
  async run({ terminal, flags, openProject }) {
    const { tools, origins, configFile, workers } = await openProject();
    for (const remark of workers.remarks) terminal.notify(remark);
    if (flags['json'] === true) {
      printJson({ schema: TOOLS_SCHEMA, tools: tools.contracts() }, terminal);
      return ExitCode.done;
    }
    const isOwn = ({ id }: { readonly id: string }) => origins.get(id)?.from !== 'Helve';
    const own = tools.contracts().filter(isOwn);
    const builtIn = tools.contracts().filter((tool) => !isOwn(tool));
    const all = flags['all'] === true || own.length === 0;
    const rows = (all ? [...own, ...builtIn] : own).map(({ id, policy, description }) => [
      id,
      origins.get(id)?.kind ?? '',
      policy.category,
      description,
    ]);
    const { style, width } = terminal;
    terminal.print(toTable(rows, { header: ['ID', 'KIND', 'CATEGORY', 'DESCRIPTION'], style, width }));
    if (!all)
      terminal.notify(`${countOf(builtIn.length, 'built-in tool')} not shown: \`helve tools --all\` lists them too`);
    if (own.length === 0) {
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
  examples: ['tools', 'tools --all', 'tools --json', 'tools show word_count', 'tools schema word_count'],
  subcommands: [listCommand, toolsShowCommand, toolsSchemaCommand, toolsRunCommand],
};
