import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRoutes } from './create-gateway.js';
import { gatewayErrors } from './gateway-errors.js';
import { assertStartOptions, gatewayDefaults, type StartGatewayOptions } from './gateway-options.js';
import { toSettings } from './gateway-settings.js';
import { closeGracefully } from './http/close-server.js';
import { trackConnections } from './http/connections.js';
import { cutSlowClients } from './http/cut-slow-clients.js';
import { toHostName, isLoopback, toUrlHost } from './http/host-name.js';
import { toListenError } from './http/listen-error.js';
import { serveMessages } from './http/node-server.js';
import { createPipeline } from './http/pipeline.js';
import { RunningCalls } from './http/running-calls.js';

/** A gateway that listens. */
export interface RunningGateway {
  readonly url: string;
  readonly port: number;
  /** Stops listening, lets running calls finish for a while, then ends them. */
  close(): Promise<void>;
}

const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/** Starts a gateway on this machine; rejects when it cannot listen on the address. */
export async function startGateway(options: StartGatewayOptions): Promise<RunningGateway> {
  assertStartOptions(options);
  const { host = gatewayDefaults.host, port = gatewayDefaults.port } = options;
  const { requestTimeoutMs = gatewayDefaults.requestTimeoutMs, closeGraceMs = gatewayDefaults.closeGraceMs } = options;
  const { slowClientMs = gatewayDefaults.slowClientMs, maxCalls = gatewayDefaults.maxCalls } = options;
  assertMayListen(host, options);
  const settings = toSettings({ ...options, allowedHosts: [...(options.allowedHosts ?? []), ...listHostNames(host)] });
  const calls = new RunningCalls(maxCalls);
  calls.closing.addEventListener('abort', () => settings.refusals.flush(), { once: true });

  const server = createServer(timeouts(requestTimeoutMs));
  const connections = trackConnections(server, calls);
  cutSlowClients(server, connections, slowClientMs);
  const pipeline = createPipeline(createRoutes(settings, calls), settings);
  serveMessages(server, pipeline, connections, settings);
  if (settings.voices !== undefined) {
    (await import('./voice/serve-upgrades.js')).serveUpgrades(server, pipeline, connections, settings);
  }
  await listen(server, host, port);
  server.on('error', (error) => settings.report(error, {}));

  const { port: boundPort } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return Object.freeze({
    url: `http://${wildcards.has(host) ? 'localhost' : toUrlHost(host)}:${boundPort}`,
    port: boundPort,
    close: () => (closed ??= closeGracefully(server, connections, calls, closeGraceMs)),
  });
}

/** Refuses an address that other machines can reach where no authentication is required. */
function assertMayListen(host: string, { user, auth }: StartGatewayOptions): void {
  if (user === undefined && auth === undefined && !isLoopback(host)) {
    throw gatewayErrors.create('GATEWAY_AUTH_NEEDED', { host }, { details: { host } });
  }
}

/** Timeouts for slow senders only: the time that a tool takes is not the server's affair. */
function timeouts(requestTimeoutMs: number) {
  return {
    headersTimeout: Math.min(requestTimeoutMs, 10_000),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.max(100, Math.min(requestTimeoutMs, 5_000)),
    // Longer than clients and proxies keep an idle connection: whoever closes it first may lose a request under way.
    keepAliveTimeout: 75_000,
  };
}

/** Names that requests may ask for because the server was bound to them. */
function listHostNames(host: string): readonly string[] {
  const name = wildcards.has(host) ? undefined : toHostName(toUrlHost(host));
  return name === undefined ? [] : [name];
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(toListenError(error, host, port));
    server.once('error', refuse);
    server.listen({ host: host.replace(/^\[(.*)\]$/, '$1'), port }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}
