import { cliErrors } from '../cli-errors.js';
import { ExitCode } from '../exit-code.js';
import { readAddress } from '../mcp/read-address.js';
import { toTable } from '../text/table.js';
import { textOf, type Command } from './command.js';

/** `helve mcp add NAME`: looks at a foreign server, shows its tools, and keeps their definitions. */
export const mcpAddCommand: Command = {
  name: 'add',
  args: ['<name>', '[command...]'],
  summary: 'bring in the tools of a foreign MCP server, as they are now',
  flags: [
    { name: 'url', value: 'URL', docs: 'the address of a server over HTTP, instead of a command' },
    {
      name: 'header',
      value: 'NAME=VALUE',
      several: true,
      docs: 'sent with every request; ${VARIABLE} is read from the environment when it is connected',
    },
    {
      name: 'env',
      value: 'NAME=VALUE',
      several: true,
      docs: 'what the command sees of the environment; ${VARIABLE} too',
    },
    { name: 'prefix', value: 'TEXT', docs: 'stands before the names of its tools, instead of NAME' },
    { name: 'allow-private', docs: 'the address may lie on this machine or in its network' },
  ],
  examples: [
    'mcp add files -- npx -y @modelcontextprotocol/server-filesystem .',
    "mcp add far --url https://mcp.example/mcp --header 'authorization=Bearer ${FAR_TOKEN}'",
  ],
  notes: () =>
    'What is added stands in helve.mcp.json. A tool whose definition changes later is refused until somebody approves it; adding a server again agrees to all that it says now.',
  async run({ terminal, args: [name = '', ...command], flags, compose }) {
    const address = readAddress(command, flags);
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(name)) {
      throw cliErrors.create('CLI_USAGE', {
        problem: `a server is named by letters, digits, "_" and "-", got "${name}"`,
      });
    }
    const prefix = textOf(flags, 'prefix');
    const house = await compose();
    const [{ inspectServer }, { changeServers }] = await Promise.all([
      import('../mcp/inspect-server.js'),
      import('../mcp/mcp-file.js'),
    ]);
    const definitions = await inspectServer(name, address, { ...house, env: terminal.io.env });
    const entry = { ...address, ...(prefix === undefined ? {} : { prefix }), definitions };
    await changeServers(house.configFile, (servers) => ({ ...servers, [name]: entry }));
    if (flags['json'] === true) {
      terminal.print(JSON.stringify({ server: name, tools: definitions.map((one) => one.name) }, undefined, 2));
      return ExitCode.done;
    }
    const rows = definitions.map((one) => [`${prefix ?? name}.${one.name}`, one.description ?? one.title ?? '']);
    const { style, width } = terminal;
    if (rows.length > 0) terminal.print(toTable(rows, { header: ['TOOL', 'WHAT IT SAYS OF ITSELF'], style, width }));
    terminal.say(`Added "${name}" with ${definitions.length === 1 ? '1 tool' : `${definitions.length} tools`}`);
    return ExitCode.done;
  },
};
