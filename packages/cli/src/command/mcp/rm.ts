import { ExitCode } from '../../exit-code.js';
import { changeServers, knownServer, withServers } from '@helve/project/mcp';
import { projectLocation, type Command } from '../command.js';

/** `helve mcp rm NAME`: the tools of a server go, and what was agreed about them. */
export const mcpRmCommand: Command = {
  name: 'rm',
  args: ['<name>'],
  summary: 'remove the tools of an MCP server',
  flags: [],
  examples: ['mcp rm files'],
  async run(invocation) {
    const {
      terminal,
      args: [name = ''],
    } = invocation;
    await withServers(projectLocation(invocation), ({ configFile }) =>
      changeServers(configFile, (servers) => {
        knownServer(servers, name);
        const { [name]: _, ...others } = servers;
        return others;
      }),
    );
    terminal.notify(`Removed "${name}"`);
    return ExitCode.done;
  },
};
