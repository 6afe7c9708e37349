import { ExitCode } from '../exit-code.js';
import { knownServer } from '../mcp/known-server.js';
import { withServersPlace } from '../mcp/with-servers-place.js';
import type { Command } from './command.js';

/** `helve mcp rm NAME`: the tools of a server go, and what was agreed about them. */
export const mcpRmCommand: Command = {
  name: 'rm',
  args: ['<name>'],
  summary: 'leave out the tools of a foreign server',
  flags: [],
  examples: ['mcp rm files'],
  async run(invocation) {
    const {
      terminal,
      args: [name = ''],
    } = invocation;
    const { changeServers } = await import('../mcp/mcp-file.js');
    await withServersPlace(invocation, ({ configFile }) =>
      changeServers(configFile, (servers) => {
        knownServer(servers, name);
        const { [name]: _, ...others } = servers;
        return others;
      }),
    );
    terminal.say(`Removed "${name}"`);
    return ExitCode.done;
  },
};
