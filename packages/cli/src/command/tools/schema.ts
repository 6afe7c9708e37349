import { findTool, type Project } from '@helve/project';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import type { Command } from '../command.js';
import { findFlowTool } from './flow-contract.js';

/** `helve tools schema NAME`: the JSON Schema of a tool's parameters, of its input or of its output. */
export const toolsSchemaCommand: Command = {
  name: 'schema',
  args: ['<name>'],
  summary: 'print the schema of a tool: of a flow tool, its parameters, groups and contract',
  flags: [
    { name: 'input', docs: 'print the schema of the input of a call' },
    { name: 'output', docs: 'print the schema of the output of a call' },
  ],
  examples: ['tools schema word_count', 'tools schema pseudo-translate', 'tools schema word_count --output'],
  configOptional: true,
  async run({ terminal, args: [name = ''], flags, openProject }) {
    const schema = findSchema(await openProject(), name, flags);
    if (schema === undefined) throw cliErrors.create('CLI_OUTPUT_SCHEMA_MISSING', { tool: name });
    terminal.print(JSON.stringify(schema, undefined, 2));
    return ExitCode.done;
  },
};

function findSchema(project: Project, name: string, flags: Readonly<Record<string, unknown>>): object | undefined {
  const info = findFlowTool(project, name);
  // A step that only flows have is no tool to call.
  if (info !== undefined && flags['input'] !== true && flags['output'] !== true) return info.schema;
  const { inputSchema, outputSchema } = findTool(project.tools, info?.name ?? name);
  return flags['output'] === true ? outputSchema : inputSchema;
}
