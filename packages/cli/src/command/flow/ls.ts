import { ExitCode } from '../../exit-code.js';
import { listFlows } from '@helve/project/run';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';

/** `helve flow ls`: the flows there are; one that cannot be read is listed with its problem. */
export const flowLsCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list the flows',
  flags: [{ name: 'json', docs: 'as JSON' }],
  examples: ['flow ls', 'flow ls --json'],
  configOptional: true,
  async run({ terminal, flags, openProject }) {
    const { config, flow } = await openProject();
    const flows = (await listFlows(config.flows, flow.folder)).map(({ id, from, file, description, flow: parsed }) => {
      const problem = parsed.diagnostics.find(({ severity }) => severity === 'error');
      return {
        id,
        from,
        ...(file === undefined ? {} : { file }),
        description,
        ...(problem === undefined ? {} : { problem: problem.message }),
      };
    });
    if (flags['json'] === true) printJson({ schema: 'helve.flows/v1', flows }, terminal);
    else {
      const rows = flows.map(({ id, from, description, problem }) => [
        id,
        from,
        problem === undefined ? description : `broken: ${problem}`,
      ]);
      const { style, width } = terminal;
      terminal.print(toTable(rows, { header: ['ID', 'FROM', 'DESCRIPTION'], style, width }));
    }
    return ExitCode.done;
  },
};
