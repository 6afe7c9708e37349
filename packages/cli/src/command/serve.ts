import type { RegistrySnapshot } from '@helve/core';
import type { GatewayOptions } from '@helve/gateway';
import { cliErrors } from '../cli-errors.js';
import type { House } from '../compose.js';
import { ExitCode } from '../exit-code.js';
import { openLine, type Line } from '../line/open-line.js';
import { hostWorkers } from '../worker/host/host-workers.js';
import { describeThrown } from '../module/describe-thrown.js';
import type { Terminal } from '../terminal.js';
import { textOf, type Command, type Invocation } from './command.js';
import { toWelcome } from './serve-welcome.js';

/** `helve serve`: the tools over HTTP, until it is stopped. */
export const serveCommand: Command = {
  name: 'serve',
  args: [],
  summary: 'serve the tools over HTTP, with a page to try them',
  flags: [
    { name: 'host', value: 'HOST', docs: 'the address to listen on' },
    { name: 'port', value: 'PORT', docs: 'the port; 0 takes any that is free' },
  ],
  examples: ['serve', 'serve --port 8080'],
  notes: () => 'Ctrl-C stops it and exits with 130, SIGTERM with 0; calls that run may finish first.',
  async run(invocation) {
    const { terminal, flags, compose } = invocation;
    const port = readPort(textOf(flags, 'port'));
    const workers = await hostWorkers(await compose(), terminal);
    try {
      return await serveUntilStopped(workers.house, port, invocation);
    } finally {
      await workers.close();
    }
  },
};

async function serveUntilStopped(
  house: House,
  port: number | undefined,
  { terminal, flags, configFile }: Invocation,
): Promise<ExitCode> {
  const { io, say } = terminal;
  const { tools, config } = house;
  const line = await openLine(house, { report: (thrown) => say(describeThrown(thrown)) });
  const { startGateway } = await import('@helve/gateway');
  const gateway = await startGateway({
    caller: line.caller,
    ...(await evidenceOf(line)),
    ...config.server,
    host: textOf(flags, 'host') ?? config.server.host,
    port: port ?? config.server.port,
    onError: (error, { requestId, toolId }) =>
      say(`${toolId ?? 'gateway'} (request ${requestId ?? '-'}): ${describeThrown(error)}`),
  });
  // Asked for before the address is printed: whoever reads it may stop us at once.
  const { signal } = io;
  welcome(tools, gateway.url, configFile, terminal);
  await aborted(signal);
  say('Stopping …');
  await gateway.close();
  return signal.reason === 'SIGTERM' ? ExitCode.done : ExitCode.interrupted;
}

/** With rules there is something to look back at, and somebody to ask. */
async function evidenceOf(line: Line): Promise<Pick<GatewayOptions, 'approvals' | 'trail'>> {
  if (line.store === undefined) return {};
  const { createApprovalDesk } = await import('../line/approval-desk.js');
  return { approvals: createApprovalDesk(line, line.store), trail: line.store.trail };
}

function welcome(
  tools: RegistrySnapshot,
  url: string,
  configFile: string | undefined,
  { io, print, style }: Terminal,
): void {
  print(toWelcome({ tools, url, configFile, cwd: io.cwd }, style));
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
