import type { ToolInfo } from '@helve/flow';
import { reservedFlags } from '@helve/flow/engine';
import { validateTool, type ToolContract, type ToolPolicy } from '@helve/core';
import { type Project, findTool } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { describeGroups } from '../../flags/describe-flags.js';
import { planFlags } from '../../flags/plan-flags.js';
import { writeFlags } from '../../flags/write-flags.js';
import type { Terminal } from '../../terminal.js';
import { toCommandLine } from '../../text/quote-shell.js';
import { toTable } from '../../text/table.js';
import { exampleInputs } from '../../flags/example-input.js';
import type { Command } from '../command.js';
import { describeContract, findFlowTool, toFlowJson } from './flow-contract.js';

/** Schema id of the JSON that `helve tools` prints. */
export const TOOLS_SCHEMA = 'helve.tools/v1';

/** `helve tools show NAME`: all there is to read about one tool. */
export const toolsShowCommand: Command = {
  name: 'show',
  args: ['<name>'],
  summary: 'show one tool: docs, parameters, policy; of a flow tool, its contract',
  flags: [{ name: 'json', docs: 'print its contract as JSON' }],
  examples: ['tools show word_count', 'tools show term-lookup'],
  configOptional: true,
  async run({ terminal, args: [name = ''], flags, openProject }) {
    const project = await openProject();
    const info = findFlowTool(project, name);
    const tool = findTool(project.tools, info?.name ?? name);
    if (flags['json'] === true) {
      const flow = info === undefined ? {} : { flow: toFlowJson(info) };
      printJson({ schema: TOOLS_SCHEMA, tools: [{ ...tool, ...flow }] }, terminal);
    } else terminal.print(describeTool(tool, info, project, terminal));
    return ExitCode.done;
  },
};

function describeTool(
  tool: ToolContract,
  info: ToolInfo | undefined,
  project: Project,
  { style, width }: Terminal,
): string {
  const plan = planFlags(tool.inputSchema);
  const parameters =
    info === undefined
      ? describeGroups(plan, {}, 'Parameters')
      : describeGroups(planFlags(info.schema, reservedFlags.run), info.schema, 'Parameters');
  const table = (rows: readonly (readonly string[])[]) => toTable(rows, { style, width, indent: 2 });
  const section = (title: string, body: string) => (body === '' ? [] : [`${style.bold(title)}\n${body}`]);
  const origin = project.origins.get(tool.id);
  const notes = validateTool(project.tools.get(tool.id)).notes;
  const examples = exampleInputs(tool)
    .map((input) => writeFlags(input, plan))
    .filter(({ rest }) => Object.keys(rest).length === 0)
    .map(({ argv }) => `  ${toCommandLine(['helve', 'call', tool.id, ...argv])}`);
  return [
    `${style.bold(tool.id)}  ${tool.title ?? tool.name}, version ${tool.version}, from ${origin?.from ?? 'the config'}`,
    tool.description,
    ...(tool.docs?.documentation === undefined ? [] : [tool.docs.documentation.trim()]),
    ...section('Flow tool', info === undefined ? '' : table(describeContract(info))),
    ...parameters.flatMap(({ title, rows }) => section(title, table(rows))),
    ...(info === undefined ? [] : [`\`helve call ${tool.id} --help\` lists the flags of a call on a text`]),
    ...section('Examples', examples.join('\n')),
    ...section('Policy', table(describePolicy(tool.policy))),
    ...section('Tags', tool.tags.length === 0 ? '' : `  ${tool.tags.join(', ')}`),
    ...section('Notes', table(notes.map(({ pointer, message }) => [pointer, message]))),
  ].join('\n\n');
}

function describePolicy(policy: ToolPolicy): string[][] {
  return Object.entries(policy).map(([name, value]: [string, unknown]) => [name, describeRule(value)]);
}

function describeRule(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
