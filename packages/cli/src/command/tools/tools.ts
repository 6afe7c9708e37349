import { existsSync } from 'node:fs';
import { countOf, type ToolContract } from '@helve/core';
import { markedKey } from '@helve/flow/engine';
import type { Project } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import type { Terminal } from '../../terminal.js';
import type { Command } from '../command.js';
import { findFlowTool, toFlowJson } from './flow-contract.js';
import { toolsRunCommand } from './run.js';
import { toolsSchemaCommand } from './schema.js';
import { TOOLS_SCHEMA, toolsShowCommand } from './show.js';

const listCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list the tools of the project',
  flags: [
    { name: 'all', docs: 'list the tools that come with Helve too' },
    { name: 'ports', docs: 'list flow tools with what they need and give, instead of descriptions' },
    { name: 'json', docs: 'print the contracts of all tools as JSON' },
  ],
  examples: ['tools ls', 'tools ls --all', 'tools ls --all --ports', 'tools ls --json'],
  configOptional: true,
  async run({ terminal, flags, openProject }) {
    const project = await openProject();
    const { tools, origins, configFile, workers } = project;
    for (const remark of workers.remarks) terminal.notify(remark);
    if (flags['json'] === true) {
      const listed = tools.contracts().map((tool) => {
        const info = findFlowTool(project, tool.id);
        return info === undefined ? tool : { ...tool, flow: toFlowJson(info) };
      });
      printJson({ schema: TOOLS_SCHEMA, tools: listed }, terminal);
      return ExitCode.done;
    }
    const isOwn = ({ id }: { readonly id: string }) => origins.get(id)?.from !== 'Helve';
    const own = tools.contracts().filter(isOwn);
    const builtIn = tools.contracts().filter((tool) => !isOwn(tool));
    const all = flags['all'] === true || own.length === 0;
    const listed = all ? [...own, ...builtIn] : own;
    terminal.print(
      flags['ports'] === true ? portTable(listed, project, terminal) : toolTable(listed, project, terminal),
    );
    if (!all)
      terminal.notify(`${countOf(builtIn.length, 'built-in tool')} not shown: \`helve tools --all\` lists them too`);
    if (own.length === 0) {
      const place = existsSync(configFile) ? configFile : 'a config, which `helve init` writes';
      terminal.notify(`There are no tools of your own yet: add some to "tools" in ${place}`);
    }
    return ExitCode.done;
  },
};

function toolTable(tools: readonly ToolContract[], project: Project, { style, width }: Terminal): string {
  const rows = tools.map(({ id, policy, description }) => {
    const { aliases = [], category = policy.category } = findFlowTool(project, id)?.meta ?? {};
    return [[id, ...aliases].join(', '), project.origins.get(id)?.kind ?? '', category, description];
  });
  return toTable(rows, { header: ['ID', 'KIND', 'CATEGORY', 'DESCRIPTION'], style, width });
}

function portTable(tools: readonly ToolContract[], project: Project, { style, width }: Terminal): string {
  const rows = tools.flatMap(({ id }) => {
    const info = findFlowTool(project, id);
    if (info === undefined) return [];
    const { category, consumes, produces } = info.meta;
    return [[id, category, consumes.map(markedKey).join(' '), produces.map(markedKey).join(' ')]];
  });
  return toTable(rows, { header: ['ID', 'CATEGORY', 'NEEDS', 'GIVES'], style, width });
}

/** `helve tools`: what there is to call. */
export const toolsCommand: Command = {
  ...listCommand,
  name: 'tools',
  examples: ['tools', 'tools --all', 'tools --json', 'tools show word_count', 'tools schema word_count'],
  subcommands: [listCommand, toolsShowCommand, toolsSchemaCommand, toolsRunCommand],
};
