import { countOf, visibleText } from '@helve/core';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { changeServers, fittingTools, inspectServer, withServers, type FittingTools } from '@helve/project/mcp';
import { readAddress } from './read-address.js';
import type { Terminal } from '../../terminal.js';
import { foreignText } from '../../text/foreign-text.js';
import { toTable } from '../../text/table.js';
import { projectLocation, flagText, type Command } from '../command.js';

/** `helve mcp add NAME`: looks at a foreign server, shows its tools, and keeps their definitions. */
export const mcpAddCommand: Command = {
  name: 'add',
  args: ['<name>', '[command...]'],
  summary: 'add the current tools of another MCP server',
  flags: [
    { name: 'url', value: 'URL', docs: 'address of a server over HTTP, instead of a command' },
    {
      name: 'header',
      value: 'NAME=VALUE',
      several: true,
      docs: 'header to send with every request; ${VARIABLE} is read from the environment on connecting',
    },
    {
      name: 'env',
      value: 'NAME=VALUE',
      several: true,
      docs: 'environment variable for the command; may hold ${VARIABLE}',
    },
    { name: 'prefix', value: 'TEXT', docs: 'prefix of the names of its tools, instead of NAME' },
    { name: 'allow-private', docs: 'allow an address on this machine or in its network' },
    {
      name: 'trusted',
      docs: 'your own server, with a --url: it learns who calls, and its intents and facts count',
    },
  ],
  examples: [
    'mcp add files -- npx -y @modelcontextprotocol/server-filesystem .',
    "mcp add far --url https://mcp.example/mcp --header 'authorization=Bearer ${FAR_TOKEN}'",
  ],
  notes: () =>
    'Servers are added to helve.mcp.json. A tool whose definition changes later is refused until somebody approves it; adding a server again agrees to all that it says now.',
  async run(invocation) {
    const {
      terminal,
      args: [name = '', ...command],
      flags,
    } = invocation;
    const address = readAddress(command, flags);
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(name)) {
      throw cliErrors.create('CLI_USAGE', {
        problem: `a server is named by letters, digits, "_" and "-", got "${name}"`,
      });
    }
    const prefix = flagText(flags, 'prefix');
    const added = await withServers(projectLocation(invocation), async (context) => {
      const found = fittingTools(name, prefix, await inspectServer(name, address, context));
      const entry = { ...address, ...(prefix === undefined ? {} : { prefix }), definitions: found.definitions };
      await changeServers(context.configFile, (servers) => ({ ...servers, [name]: entry }));
      return found;
    });
    if (flags['json'] === true) {
      const tools = added.definitions.map((one) => one.name);
      terminal.print(JSON.stringify({ server: name, tools, leftOut: added.leftOut }, undefined, 2));
    } else tell(terminal, name, added);
    return ExitCode.done;
  },
};

function tell(terminal: Terminal, server: string, { definitions, tools, leftOut }: FittingTools): void {
  const rows = tools.map(({ id }, at) => [
    visibleText(id),
    foreignText(definitions[at]?.description ?? definitions[at]?.title ?? ''),
  ]);
  const { style, width } = terminal;
  if (rows.length > 0) terminal.print(toTable(rows, { header: ['TOOL', 'WHAT IT SAYS OF ITSELF'], style, width }));
  for (const { name, problem } of leftOut) terminal.notify(`Left out ${JSON.stringify(name)}: ${problem}`);
  terminal.notify(`Added "${server}" with ${countOf(tools.length, 'tool')}`);
}
