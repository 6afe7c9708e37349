import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { dressAnswer } from './http/answer-headers.js';
import { createDoor } from './create-gateway.js';
import { closeGracefully } from './http/close-server.js';
import { cutSlowClients } from './http/cut-slow-clients.js';
import { gatewayErrors } from './gateway-errors.js';
import { assertStartOptions, gatewayDefaults, type StartGatewayOptions } from './gateway-options.js';
import { toSettings } from './gateway-settings.js';
import { IncomingRequest } from './http/asked.js';
import { keepIncoming } from './http/header-of.js';
import { hostNameOf, isLoopback, toUrlHost } from './http/host-name.js';
import { toListenError } from './http/listen-error.js';
import { plainCallOf } from './http/plain-call.js';
import { toProblem } from './http/problem.js';
import { RunningCalls } from './http/running-calls.js';
import { connectionOf, trackConnections } from './http/track-connections.js';
import { writeAnswer, writeParts } from './http/write-answer.js';

/** A door that listens. */
export interface RunningGateway {
  readonly url: string;
  readonly port: number;
  /** Stops listening, lets running calls finish for a while, then ends them. */
  close(): Promise<void>;
}

const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/** Opens the door on this machine; rejects if the address cannot be had. */
export async function startGateway(options: StartGatewayOptions): Promise<RunningGateway> {
  assertStartOptions(options);
  const { host = gatewayDefaults.host, port = gatewayDefaults.port } = options;
  const { requestTimeoutMs = gatewayDefaults.requestTimeoutMs, closeGraceMs = gatewayDefaults.closeGraceMs } = options;
  const { slowClientMs = gatewayDefaults.slowClientMs, maxCalls = gatewayDefaults.maxCalls } = options;
  assertMayListen(host, options);
  const settings = toSettings({ ...options, allowedHosts: [...(options.allowedHosts ?? []), ...namesOf(host)] });
  const calls = new RunningCalls(maxCalls);
  const door = createDoor(settings, calls);

  const server = createServer(timeouts(requestTimeoutMs));
  const connections = trackConnections(server, calls);
  const listener = getRequestListener(
    async (request, env) => {
      // This server speaks HTTP/1 only.
      const { incoming, outgoing } = env as HttpBindings;
      keepIncoming(request, incoming);
      const answer = await door.fetch(request, connectionOf(incoming)?.end);
      return writeAnswer(answer, outgoing, connections.closing);
    },
    {
      // What tools see as `Request` and `Response` stays what the platform gives them.
      overrideGlobalObjects: false,
      errorHandler: refuseUnreadable,
    },
  );
  cutSlowClients(server, connections, slowClientMs);
  server.on('request', (incoming, outgoing) => {
    const connection = connectionOf(incoming);
    const tool = plainCallOf(incoming, settings);
    if (tool === undefined || connection === undefined) {
      connections.wait(connection, outgoing);
      return void listener(incoming, outgoing);
    }
    connection.waiting += 1;
    void door
      .call(new IncomingRequest(incoming), tool, connection.end)
      .then((answer) => {
        writeParts(answer, outgoing, connections.closing);
        connection.waiting -= 1;
      })
      .catch((thrown: unknown) => {
        settings.tell(thrown, {});
        outgoing.destroy();
      });
  });
  await listen(server, host, port);
  server.on('error', (error) => settings.tell(error, {}));

  const { port: boundPort } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return Object.freeze({
    url: `http://${wildcards.has(host) ? 'localhost' : toUrlHost(host)}:${boundPort}`,
    port: boundPort,
    close: () => (closed ??= closeGracefully(server, connections, calls, closeGraceMs)),
  });
}

/** What others can reach is for those who say who they are. */
function assertMayListen(host: string, { user, auth }: StartGatewayOptions): void {
  if (user === undefined && auth === undefined && !isLoopback(host)) {
    throw gatewayErrors.create('GATEWAY_AUTH_NEEDED', { host }, { details: { host } });
  }
}

/** Answers a request whose address or Host header nobody can read. */
function refuseUnreadable(cause: unknown): Response {
  const answer = toProblem(gatewayErrors.create('GATEWAY_REQUEST_INVALID', {}, { cause }));
  dressAnswer(answer, crypto.randomUUID());
  return answer;
}

/** Patience with slow senders only: how long a tool takes is not the server's affair. */
function timeouts(requestTimeoutMs: number) {
  return {
    headersTimeout: Math.min(requestTimeoutMs, 10_000),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.max(100, Math.min(requestTimeoutMs, 5_000)),
    // Longer than clients and proxies keep an idle connection: whoever closes it first may lose a request under way.
    keepAliveTimeout: 75_000,
  };
}

/** The name that was bound on purpose is one that requests may ask for. */
function namesOf(host: string): readonly string[] {
  const name = wildcards.has(host) ? undefined : hostNameOf(toUrlHost(host));
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
