import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { findTool } from '@helve/project';
import type { Command } from '../command.js';

/** `helve tools schema NAME`: the JSON Schema of a tool's input or output. */
export const toolsSchemaCommand: Command = {
  name: 'schema',
  args: ['<name>'],
  summary: 'print the input schema of a tool as JSON Schema',
  flags: [{ name: 'output', docs: 'print the output schema instead' }],
  examples: ['tools schema word_count', 'tools schema word_count --output'],
  configOptional: true,
  async run({ terminal, args: [name = ''], flags, openProject }) {
    const { tools } = await openProject();
    const { inputSchema, outputSchema } = findTool(tools, name);
    const schema = flags['output'] === true ? outputSchema : inputSchema;
    if (schema === undefined) throw cliErrors.create('CLI_OUTPUT_SCHEMA_MISSING', { tool: name });
    terminal.print(JSON.stringify(schema, undefined, 2));
    return ExitCode.done;
  },
};
