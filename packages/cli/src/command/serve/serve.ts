import { countOf } from '@helve/core';
import { setTimeout as pause } from 'node:timers/promises';
import { cliErrors } from '../../cli-errors.js';
import type { Project } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { assertPortFree, type ProjectServer, type ServerRequest } from '@helve/project/serve';
import type { Terminal } from '../../terminal.js';
import { untilAborted } from '../../until-aborted.js';
import { flagText, type Command, type Invocation } from '../command.js';

/** Requests have so long before the rest of a server is loaded, which keeps it busy. */
const FIRST_REQUESTS_MS = 50;

/** `helve serve`: the tools over HTTP, until it is stopped. */
export const serveCommand: Command = {
  name: 'serve',
  args: [],
  summary: 'serve the tools over HTTP, with a page to try them',
  flags: [
    { name: 'host', value: 'HOST', docs: 'address to listen on' },
    { name: 'port', value: 'PORT', docs: 'port to listen on; 0 takes any free port' },
    { name: 'watch', docs: 'build tool folders after every change, and serve the new tools at once' },
    { name: 'auth', value: 'KIND', docs: '"keys": require callers to show a key made with `helve keys`' },
  ],
  outlives: true,
  examples: ['serve', 'serve --watch', 'serve --port 8080', 'serve --host 0.0.0.0 --auth keys'],
  notes: () => 'Ctrl-C stops the server and exits with 130, SIGTERM with 0. Running calls may finish first.',
  check: ({ server }, flags) =>
    assertPortFree(flagText(flags, 'host') ?? server.host, readPort(flagText(flags, 'port')) ?? server.port),
  async run(invocation) {
    const { terminal, flags, openProject } = invocation;
    const request = readServerFlags(flags);
    const project = await openProject();
    const { hostWorkers, startServer } = await import('@helve/project/serve');
    const server = await startServer(project, request, terminal);
    // Asked for before the address is printed: whoever reads it may stop us at once.
    const { signal } = terminal.io;
    let watch: { close(): Promise<void> } | undefined;
    try {
      printAddress(server, terminal);
      // All that follows is much to load, and no request waits for it: whoever waited for the address asks now.
      await pause(FIRST_REQUESTS_MS);
      await hostWorkers(project, terminal);
      await welcome(project, server, invocation);
      if (flags['watch'] === true) watch = await project.watch(terminal.notify);
      await untilAborted(AbortSignal.any([signal, server.uncaught]));
      terminal.notify('Stopping …');
    } finally {
      await watch?.close();
      await server.close();
    }
    if (server.uncaught.aborted) return ExitCode.failed;
    return signal.reason === 'SIGTERM' ? ExitCode.done : ExitCode.interrupted;
  },
};

function printAddress({ toolCount, url, startToken }: ProjectServer, { print, style }: Terminal): void {
  print(`Helve serves ${countOf(toolCount, 'tool')} at ${style.bold(url)}`);
  if (startToken !== undefined) print(`Open ${url}/#/?start=${startToken}`);
}

async function welcome(
  { tools, origins }: Project,
  { url, secured, isOpen }: ProjectServer,
  { terminal, configFile }: Invocation,
) {
  const { toWelcome } = await import('./welcome.js');
  const { io, print, style } = terminal;
  const open = tools.contracts().filter(({ id }) => isOpen(id) && origins.get(id)?.kind !== 'built-in');
  print(toWelcome({ tools: open, url, secured, configFile, cwd: io.cwd }, style));
}

function readServerFlags(flags: Invocation['flags']): ServerRequest {
  const auth = flagText(flags, 'auth');
  if (auth !== undefined && auth !== 'keys')
    throw cliErrors.create('CLI_USAGE', { problem: `--auth takes "keys", not "${auth}"` });
  return { host: flagText(flags, 'host'), port: readPort(flagText(flags, 'port')), withKeys: auth === 'keys' };
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw cliErrors.create('CLI_USAGE', { problem: `--port must be a whole number from 0 to 65535, got "${text}"` });
}
