import type { Readable, Writable } from 'node:stream';
import type { ToolUser } from '@helve/core';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { assertGatewayOptions, type GatewayOptions } from '../../gateway-options.js';
import { toSettings } from '../../gateway-settings.js';
import { RunningCalls } from '../../http/running-calls.js';
import { createServer } from '../create-server.js';
import { createTaskSubscriptions } from './task-subscriptions.js';
import { guardTransport } from './guard-transport.js';
import { createLineTransport } from './line-transport.js';
import { createMcpHost } from '../mcp-host.js';
import { createDirectAnswers } from './direct-answers.js';
import { forwardChanges } from '../session/forward-changes.js';

/** The client at the other end of stdio, with its user. */
export interface StdioClient {
  readonly user: ToolUser;
  readonly stdin: Readable;
  /** Carries nothing but the protocol. */
  readonly stdout: Writable;
}

/** MCP over stdio, for the one client that started this process. */
export interface McpStdio {
  /** Resolves when the client has gone. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export function serveMcpStdio(
  options: Omit<GatewayOptions, 'user' | 'auth' | 'allowedHosts' | 'allowedOrigins' | 'ready'>,
  { user, stdin, stdout }: StdioClient,
): McpStdio {
  assertGatewayOptions(options);
  const settings = toSettings(options);
  const calls = new RunningCalls();
  const host = createMcpHost(settings, calls);
  const { promise: closed, resolve: end } = withResolvers();
  const sender = Object.freeze({ user });
  const write = (text: string) => void stdout.write(`${text}\n`);
  const answerDirectly = createDirectAnswers(host, sender, write);
  const followed = createTaskSubscriptions(host, sender, write);
  const transport = guardTransport(createLineTransport(stdin, stdout), {
    take: (message) => answerDirectly(message) || followed.take(message),
    leave: followed.leave,
    end() {
      followed.close();
      calls.endAll(new Error('The client has gone'));
      host.tasks.cancelAll();
      end();
    },
  });
  const served = serveStdio(
    () => {
      const server = createServer(host, () => sender);
      return Object.assign(server, { onclose: forwardChanges(server, host) });
    },
    { transport, onerror: (error) => settings.report(error, { path: 'stdio' }) },
  );
  return Object.freeze({ closed, close: () => served.close() });
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}
