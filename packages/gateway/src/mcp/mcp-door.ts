import { createMcpHandler, isLegacyRequest, ProtocolError, type McpHttpHandler } from '@modelcontextprotocol/server';
import { isPlainObject } from '@helve/core';
import { toolsFor } from '../auth/tools-for.js';
import type { GatewaySettings } from '../gateway-settings.js';
import type { Inbound } from '../http/inbound.js';
import { fromResponse, type Outbound } from '../http/outbound.js';
import type { RequestContext } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { findMismatch } from './call/param-headers.js';
import { answerDirect } from './call/answer-direct.js';
import { readDirectRequest } from './call/direct-request.js';
import { createServer } from './create-server.js';
import { readSender, toAuthInfo } from './mcp-sender.js';
import { readTaskSubscription } from './task/task-subscription.js';
import { createMcpHost, type McpSender, type McpHost } from './mcp-host.js';
import type { McpChange } from './session/mcp-changes.js';
import { rpcError, rpcThrown, toRpcOutbound, type RpcResponse } from './call/rpc-response.js';
import { createSessions } from './session/sessions.js';
import { addTasks } from './task/task-feed.js';

/** MCP over HTTP, behind the pipeline. */
export interface McpDoor {
  answer(context: RequestContext): Promise<Outbound>;
}

/** headers ▸ list or plain call: its answer │ today's protocol: a server for this request │ an older one: its session. */
export function createMcpDoor(settings: GatewaySettings, calls: RunningCalls): McpDoor {
  const host = createMcpHost(settings, calls);
  const sessions = createSessions(host);
  const modern = createModern(host);
  host.changes.subscribe((change) => announce(modern, change));

  return Object.freeze({
    async answer({ request: inbound, user, body: message }: RequestContext) {
      const sender = { user, requestId: inbound.requestId };
      const refused = await refuseHeaders(host, inbound, sender, message);
      if (refused !== undefined) return toRpcOutbound(refused);
      const direct = readDirectRequest(inbound.headers, message);
      if (direct !== undefined) return toRpcOutbound(await answerDirect(host, sender, direct, inbound.signal));
      const request = inbound.toRequest();
      // Calls of one batch must not share an id.
      const authInfo = toAuthInfo(Array.isArray(message) ? { user } : sender);
      if (await isLegacyRequest(request, message)) return sessions.answer(request, authInfo, message);
      const options = { authInfo, ...(message === undefined ? {} : { parsedBody: message }) };
      if (isPlainObject(message) && message['method'] === 'subscriptions/listen') {
        return answerListener(host, sender, message, endingWith(calls.closing, request), (subscription) =>
          modern.fetch(subscription, options),
        );
      }
      return fromResponse(await modern.fetch(request, options));
    },
  });
}

/** Ends a stream of changes, which has no end of its own, when the gateway begins to close. */
function endingWith(closing: AbortSignal, { method, headers, url, signal }: Request): Request {
  return new Request(url, { method, headers, signal: AbortSignal.any([signal, closing]) });
}

/** Answers a subscription: with the changes of the SDK, and with those of tasks, which it does not know. */
async function answerListener(
  host: McpHost,
  sender: McpSender,
  message: Record<string, unknown>,
  request: Request,
  listen: (request: Request) => Promise<Response>,
): Promise<Outbound> {
  try {
    const subscription = readTaskSubscription(host, sender, message);
    const response = await listen(request);
    return fromResponse(subscription === undefined ? response : addTasks(response, subscription, request.signal));
  } catch (thrown) {
    if (thrown instanceof ProtocolError) return toRpcOutbound(rpcThrown(thrown, readId(message)));
    throw thrown;
  }
}

function readId({ id }: Record<string, unknown>): string | number | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** First protocol version in which headers repeat the body. */
const today = '2026-07-28';
const headerMismatch = -32_020;

/** Refuses headers that contradict the arguments of a call. The SDK checks them for its own registry only. */
async function refuseHeaders(
  host: McpHost,
  { headers }: Inbound,
  { user }: McpSender,
  message: unknown,
): Promise<RpcResponse | undefined> {
  if (!isPlainObject(message)) return undefined;
  const { method, params } = message;
  if (method !== 'tools/call' || !isPlainObject(params) || typeof params['name'] !== 'string') return undefined;
  if (headers['mcp-protocol-version'] !== today) return undefined;
  const pages = host.pagesOf(await toolsFor(host.settings, user, 'mcp'));
  const header = findMismatch(pages.paramHeaders(params['name']), params['arguments'], headers);
  if (header === undefined) return undefined;
  const error = { code: headerMismatch, message: `Header mismatch: ${header} does not say what the body says` };
  return rpcError(400, error, readId(message));
}

function createModern(host: McpHost): McpHttpHandler {
  return createMcpHandler(({ requestInfo }) => createServer(host, readSender, readMethod(requestInfo)), {
    legacy: 'reject',
    onerror: () => undefined,
  });
}

/** Reads the method from the header, which the SDK has found equal to the body. */
function readMethod(request: Request | undefined): string | undefined {
  return request?.headers.get('mcp-method') ?? undefined;
}

function announce({ notify }: McpHttpHandler, change: McpChange): void {
  if (change.kind === 'resource') notify.resourceUpdated(change.uri);
  else notify[`${change.kind}Changed`]();
}
