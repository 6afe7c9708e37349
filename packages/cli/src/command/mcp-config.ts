import { nearestNames } from '@helve/core';
import { cliErrors, didYouMean } from '../cli-errors.js';
import { ExitCode } from '../exit-code.js';
import { clientConfig, clientNames } from '../mcp/client-config.js';
import { textOf, type Command } from './command.js';

/** `helve mcp config CLIENT`: what to write where, so that a client finds the tools of this project. */
export const mcpConfigCommand: Command = {
  name: 'config',
  args: ['<client>'],
  summary: 'print the configuration with which a client reaches these tools',
  flags: [
    {
      name: 'url',
      value: 'URL',
      docs: 'of a server that runs, such as http://127.0.0.1:4310/mcp; else the client starts one',
    },
    { name: 'name', value: 'NAME', docs: 'what the client calls the server; helve unless told' },
  ],
  examples: ['mcp config claude-desktop', 'mcp config vscode --url http://127.0.0.1:4310/mcp > .vscode/mcp.json'],
  notes: () => `Clients: ${clientNames.join(', ')}. The configuration goes to stdout, where it belongs to stderr.`,
  async run({ terminal, args: [client = ''], flags, compose }) {
    const { configFile } = await compose();
    const [, helve = 'helve'] = process.argv;
    const launch = { command: process.execPath, args: [helve, 'mcp', '--config', configFile] };
    const config = clientConfig(client, textOf(flags, 'name') ?? 'helve', launch, textOf(flags, 'url'));
    if (config === undefined) throw noConfig(client);
    terminal.say(`For ${config.place}:`);
    terminal.print(config.text);
    return ExitCode.done;
  },
};

function noConfig(client: string): Error {
  if (clientNames.includes(client)) {
    return cliErrors.create('CLI_USAGE', { problem: `${client} starts its servers itself; leave out --url` });
  }
  const problem = `there is no client "${client}"; known are ${clientNames.join(', ')}`;
  return cliErrors.create('CLI_USAGE', { problem }, { details: didYouMean(nearestNames(client, clientNames, 1)) });
}
