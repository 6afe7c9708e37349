import { setTimeout as pause } from 'node:timers/promises';
import { visibleText } from '@helve/core';
import { cliErrors } from '../cli-errors.js';
import type { House } from '../compose.js';
import { ExitCode } from '../exit-code.js';
import { assertPortFree } from '../serve/assert-port-free.js';
import { authOf } from '../serve/auth-of.js';
import { evidenceOf } from '../serve/evidence-of.js';
import { mcpOf } from '../serve/mcp-of.js';
import { openPorts, openServed } from '../serve/open-ports.js';
import type { HostedWorkers } from '../worker/host/host-workers.js';
import { describeThrown } from '../module/describe-thrown.js';
import { textOf, type Command, type Invocation } from './command.js';

/** Requests have so long before the rest of a server is loaded, which keeps it busy. */
const FIRST_REQUESTS_MS = 50;

/** `helve serve`: the tools over HTTP, until it is stopped. */
export const serveCommand: Command = {
  name: 'serve',
  args: [],
  summary: 'serve the tools over HTTP, with a page to try them',
  flags: [
    { name: 'host', value: 'HOST', docs: 'the address to listen on' },
    { name: 'port', value: 'PORT', docs: 'the port; 0 takes any that is free' },
    { name: 'auth', value: 'KIND', docs: '"keys": whoever asks shows a key of `helve keys`' },
  ],
  examples: ['serve', 'serve --port 8080', 'serve --host 0.0.0.0 --auth keys'],
  notes: () => 'Ctrl-C stops it and exits with 130, SIGTERM with 0; calls that run may finish first.',
  check: ({ server }, flags) =>
    assertPortFree(textOf(flags, 'host') ?? server.host, readPort(textOf(flags, 'port')) ?? server.port),
  async run(invocation) {
    const { terminal, flags, compose } = invocation;
    const port = readPort(textOf(flags, 'port'));
    const house = await compose();
    const server = await startServer(house, port, invocation);
    let hosted: HostedWorkers | undefined;
    try {
      // All that follows is much to load, and no request waits for it: whoever waited for the address asks now.
      await pause(FIRST_REQUESTS_MS);
      hosted = await (await import('../worker/host/host-workers.js')).hostWorkers(house, terminal);
      await welcome(house, server, invocation);
      await aborted(server.signal);
      terminal.say('Stopping …');
    } finally {
      await server.close();
      await hosted?.close();
    }
    return server.signal.reason === 'SIGTERM' ? ExitCode.done : ExitCode.interrupted;
  },
};

/** A server that answers. */
interface Server {
  readonly url: string;
  /** Whether whoever asks has to show a key. */
  readonly secured: boolean;
  /** Whether somebody may call a tool who was granted nothing. */
  isOpen(id: string): boolean;
  /** Says when to stop. */
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

/** Begins to answer, and says where. */
async function startServer(house: House, port: number | undefined, { terminal, flags }: Invocation): Promise<Server> {
  const { io, say, print, style } = terminal;
  const { tools, config, workers } = house;
  const { auth, ...server } = config.server;
  workers.host(terminal, { keep: true });
  const authenticated = await authOf(textOf(flags, 'auth'), auth, () => house.store.open());
  const line = await openServed(house, (thrown) => say(describeThrown(thrown)));
  const { ports, close: closePorts } = await openPorts(house, line, workers.open, terminal);
  const { areaScopes, createStartToken, startGateway } = await import('@helve/gateway');
  const startToken = authenticated === undefined ? createStartToken() : undefined;
  const gateway = await startGateway({
    caller: line.caller,
    ...(await evidenceOf(line)),
    ...ports,
    ...server,
    auth: authenticated,
    startToken,
    mcp: mcpOf(config),
    host: textOf(flags, 'host') ?? server.host,
    port: port ?? server.port,
    onError: (error, { requestId, toolId }) =>
      say(`${visibleText(`${toolId ?? 'gateway'} (request ${requestId ?? '-'})`)}: ${describeThrown(error)}`),
  });
  // Asked for before the address is printed: whoever reads it may stop us at once.
  const { signal } = io;
  const { url } = gateway;
  const trusted = { id: 'anonymous', scopes: areaScopes };
  const offered = tools.list().filter(({ id }) => line.grants(id, trusted, 'http') === undefined).length;
  print(`Helve serves ${offered === 1 ? '1 tool' : `${offered} tools`} at ${style.bold(url)}`);
  if (startToken !== undefined) print(`Open ${url}/#/?start=${startToken}`);
  const close = async () => void (await Promise.all([gateway.close(), closePorts()]));
  const isOpen = (id: string) => line.grants(id, { id: 'anonymous' }, 'http') === undefined;
  return { url, secured: authenticated !== undefined, isOpen, signal, close };
}

async function welcome(
  { tools, origins }: House,
  { url, secured, isOpen }: Server,
  { terminal, configFile }: Invocation,
) {
  const { toWelcome } = await import('./serve-welcome.js');
  const { io, print, style } = terminal;
  const open = tools.contracts().filter(({ id }) => isOpen(id) && origins.get(id)?.kind !== 'built-in');
  print(toWelcome({ tools: open, url, secured, configFile, cwd: io.cwd }, style));
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw cliErrors.create('CLI_USAGE', { problem: `--port must be a whole number from 0 to 65535, got "${text}"` });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
