import { ExitCode } from '../../exit-code.js';
import { readServers, withServers, type ServerEntry } from '@helve/project/mcp';
import { toCommandLine } from '../../text/quote-shell.js';
import { toTable } from '../../text/table.js';
import { projectLocation, type Command } from '../command.js';

/** `helve mcp ls`: the foreign servers of a project; none of them is asked. */
export const mcpLsCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list the MCP servers whose tools were added',
  flags: [],
  examples: ['mcp ls', 'mcp ls --json'],
  async run(invocation) {
    const { terminal, flags } = invocation;
    const servers = Object.entries(
      await withServers(projectLocation(invocation), ({ configFile }) => readServers(configFile)),
    );
    if (flags['json'] === true) {
      const rows = servers.map(([name, { definitions, ...entry }]) => ({
        name,
        ...entry,
        tools: definitions.map((one) => one.name),
      }));
      terminal.print(JSON.stringify(rows, undefined, 2));
    } else if (servers.length === 0) {
      terminal.notify('No foreign servers; bring one in with `helve mcp add`');
    } else {
      const { style, width } = terminal;
      const rows = servers.map(([name, entry]) => [name, String(entry.definitions.length), renderAddress(entry)]);
      terminal.print(toTable(rows, { header: ['SERVER', 'TOOLS', 'WHERE'], style, width }));
    }
    return ExitCode.done;
  },
};

function renderAddress(entry: ServerEntry): string {
  return 'url' in entry ? entry.url : toCommandLine(entry.command);
}
