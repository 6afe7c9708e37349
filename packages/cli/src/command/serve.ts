import type { GatewayOptions } from '@helve/gateway';
import { cliErrors } from '../cli-errors.js';
import type { House } from '../compose.js';
import { ExitCode } from '../exit-code.js';
import type { Line } from '../line/open-line.js';
import { authOf } from '../serve/auth-of.js';
import { openPorts, openServed } from '../serve/open-ports.js';
import { readVersion } from '../version.js';
import { hostWorkers, type HostedWorkers } from '../worker/host/host-workers.js';
import { describeThrown } from '../module/describe-thrown.js';
import type { Terminal } from '../terminal.js';
import { textOf, type Command, type Invocation } from './command.js';
import { toWelcome, type ServedTools } from './serve-welcome.js';

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
  async run(invocation) {
    const { terminal, flags, compose } = invocation;
    const port = readPort(textOf(flags, 'port'));
    const house = await compose();
    const workers = await hostWorkers(house, terminal);
    try {
      return await serveUntilStopped(house, workers, port, invocation);
    } finally {
      await workers.close();
    }
  },
};

async function serveUntilStopped(
  house: House,
  { open }: HostedWorkers,
  port: number | undefined,
  { terminal, flags, configFile }: Invocation,
): Promise<ExitCode> {
  const { io, say } = terminal;
  const { tools, config } = house;
  const { auth, ...server } = config.server;
  const authenticated = await authOf(textOf(flags, 'auth'), auth, () => house.store.open());
  const line = await openServed(house, (thrown) => say(describeThrown(thrown)));
  const { ports, close: closePorts } = await openPorts(house, line, open, terminal);
  const { startGateway } = await import('@helve/gateway');
  const gateway = await startGateway({
    caller: line.caller,
    ...(await evidenceOf(line)),
    ...ports,
    ...server,
    auth: authenticated,
    mcp: { version: readVersion() },
    host: textOf(flags, 'host') ?? server.host,
    port: port ?? server.port,
    onError: (error, { requestId, toolId }) =>
      say(`${toolId ?? 'gateway'} (request ${requestId ?? '-'}): ${describeThrown(error)}`),
  });
  // Asked for before the address is printed: whoever reads it may stop us at once.
  const { signal } = io;
  welcome({ tools, url: gateway.url, secured: authenticated !== undefined, configFile }, terminal);
  await aborted(signal);
  say('Stopping …');
  await Promise.all([gateway.close(), closePorts()]);
  return signal.reason === 'SIGTERM' ? ExitCode.done : ExitCode.interrupted;
}

/** With rules there is something to look back at, and somebody to ask. */
async function evidenceOf(line: Line): Promise<Pick<GatewayOptions, 'approvals' | 'trail' | 'ready'>> {
  const { store } = line;
  if (store === undefined) return {};
  const { createApprovalDesk } = await import('../line/approval-desk.js');
  const ready = async () => void (await store.trail.head());
  return { approvals: createApprovalDesk(line, store), trail: store.trail, ready };
}

function welcome(served: Omit<ServedTools, 'cwd'>, { io, print, style }: Terminal): void {
  print(toWelcome({ ...served, cwd: io.cwd }, style));
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
