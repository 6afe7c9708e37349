import { nearestNames } from '@helve/core';
import { cliErrors } from '../../cli-errors.js';
import { didYouMean } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { clientConfig, clientNames, type Served, withServers } from '@helve/project/mcp';
import { projectLocation, flagText, type Command } from '../command.js';

/** `helve mcp config CLIENT`: what to write where, so that a client finds the tools of this project. */
export const mcpConfigCommand: Command = {
  name: 'config',
  args: ['<client>'],
  summary: 'print the configuration of an MCP client for these tools',
  flags: [
    {
      name: 'url',
      value: 'URL',
      docs: 'address of a running server, such as http://127.0.0.1:4310/mcp; without one, the client starts a server',
    },
    {
      name: 'key',
      value: 'VARIABLE',
      docs: 'with --url: environment variable that holds the key of the client, made with `helve keys`',
    },
    { name: 'name', value: 'NAME', docs: 'name of the server in the client (default: helve)' },
  ],
  examples: [
    'mcp config claude-desktop',
    'mcp config vscode --url http://127.0.0.1:4310/mcp > .vscode/mcp.json',
    'mcp config cursor --url https://tools.example/mcp --key HELVE_KEY',
  ],
  notes: () => `Clients: ${clientNames.join(', ')}. The configuration goes to stdout, where it belongs to stderr.

A client that starts the server may run flows. Over --url it is offered the project's own tools; for flows it needs a key,
made with \`helve keys add NAME --scope helve:flows\` and named with --key, where the server asks for keys, and the start token
in the header x-helve-start where it does not.`,
  async run(invocation) {
    const {
      terminal,
      args: [client = ''],
      flags,
    } = invocation;
    const configFile = await withServers(projectLocation(invocation), async (context) => context.configFile);
    const [command, ...words] = terminal.io.launch ?? ['helve'];
    const launch = { command, args: [...words, 'mcp', '--config', configFile] };
    const config = clientConfig(client, flagText(flags, 'name') ?? 'helve', launch, readServed(flags));
    if (config === undefined) throw noConfig(client);
    terminal.notify(`For ${config.location}:`);
    if (flagText(flags, 'url') !== undefined && flagText(flags, 'key') === undefined) terminal.notify(keyHint);
    terminal.print(config.text);
    return ExitCode.done;
  },
};

const keyHint =
  "The client is offered the project's own tools. To run flows too: serve with --auth keys, make a key with `helve keys add NAME --scope helve:flows`, and name its variable with --key; without keys, send the start token of the server as the header x-helve-start";

/** The server that runs already, if one was named. */
function readServed(flags: Readonly<Record<string, unknown>>): Served | undefined {
  const [url, keyVariable] = [flagText(flags, 'url'), flagText(flags, 'key')];
  if (url !== undefined && /^(?:[A-Za-z_]\w*)?$/.test(keyVariable ?? '')) return { url, keyVariable };
  if (keyVariable === undefined) return undefined;
  const problem = url === undefined ? '--key says nothing without --url' : '--key is the name of a variable, not a key';
  throw cliErrors.create('CLI_USAGE', { problem });
}

function noConfig(client: string): Error {
  if (clientNames.includes(client)) {
    return cliErrors.create('CLI_USAGE', { problem: `${client} starts its servers itself; leave out --url` });
  }
  const problem = `there is no client "${client}"; known are ${clientNames.join(', ')}`;
  return cliErrors.create('CLI_USAGE', { problem }, { details: didYouMean(nearestNames(client, clientNames, 1)) });
}
