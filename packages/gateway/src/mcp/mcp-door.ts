import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import { isPlainObject, isToolError, type CancelSource } from '@helve/core';
import { toolsFor } from '../auth/tools-for.js';
import { statusOf } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { readJson } from '../http/read-json-body.js';
import type { RunningCalls } from '../http/running-calls.js';
import { findMismatch } from './param-headers.js';
import { answerCommon } from './answer-common.js';
import { readCommonRequest } from './common-request.js';
import { createServer } from './create-server.js';
import { exchangeIn, toAuthInfo } from './exchange.js';
import { readTaskListening } from './follow-tasks.js';
import { createMcpHost, type Exchange, type McpHost } from './mcp-host.js';
import type { McpChange } from './news.js';
import { rpcError, rpcThrown, toHttp, type RpcAnswer } from './rpc-answer.js';
import { createSessions } from './sessions.js';
import { addTasks } from './task-feed.js';

/** MCP over HTTP, for requests that have passed the guard. */
export interface McpDoor {
  /** `connection` ends the call of a client that is gone, where the door has it. */
  answer(request: Request, exchange: Exchange, connection?: CancelSource): Promise<Response>;
}

/** read body ▸ common: its answer │ today's protocol: a server for this request │ an older one: the session it names. */
export function createMcpDoor(settings: GatewaySettings, calls: RunningCalls): McpDoor {
  const host = createMcpHost(settings, calls);
  const sessions = createSessions(host);
  const modern = createModern(host);
  host.news.subscribe((change) => announce(modern, change));

  return Object.freeze({
    async answer(request: Request, exchange: Exchange, connection?: CancelSource) {
      const body = request.method === 'POST' ? await readBody(request, settings.maxBodyBytes) : { value: undefined };
      if (body instanceof Response) return body;
      const refused = await refuseHeaders(host, request, exchange, body.value);
      if (refused !== undefined) return toHttp(refused);
      const common = readCommonRequest(request.headers, body.value);
      if (common !== undefined) {
        // A signal of this request alone is made only where there is no other.
        const patience = connection === undefined ? request : { signal: connection.signal, end: connection };
        return toHttp(await answerCommon(host, exchange, common, patience));
      }
      // Calls of one batch must not share an id.
      const authInfo = toAuthInfo(Array.isArray(body.value) ? { user: exchange.user } : exchange);
      if (await isLegacyRequest(request, body.value)) return sessions.answer(request, authInfo, body.value);
      const options = { authInfo, ...(body.value === undefined ? {} : { parsedBody: body.value }) };
      if (isPlainObject(body.value) && body.value['method'] === 'subscriptions/listen') {
        return answerListener(host, exchange, body.value, endingWith(calls.closing, request), (asked) =>
          modern.fetch(asked, options),
        );
      }
      return modern.fetch(request, options);
    },
  });
}

/** A stream of news has no end of its own: it ends when the gateway begins to close. */
function endingWith(closing: AbortSignal, { method, headers, url, signal }: Request): Request {
  return new Request(url, { method, headers, signal: AbortSignal.any([signal, closing]) });
}

/** The news that the SDK tells of, and those of tasks, of which it knows nothing. */
async function answerListener(
  host: McpHost,
  exchange: Exchange,
  message: Record<string, unknown>,
  request: Request,
  listen: (request: Request) => Promise<Response>,
): Promise<Response> {
  try {
    const listening = readTaskListening(host, exchange, message);
    const response = await listen(request);
    return listening === undefined ? response : addTasks(response, listening, request.signal);
  } catch (thrown) {
    if (thrown instanceof ProtocolError) return toHttp(rpcThrown(thrown, idOf(message)));
    throw thrown;
  }
}

function idOf({ id }: Record<string, unknown>): string | number | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** The first version in which headers repeat anything. */
const today = '2026-07-28';
const headerMismatch = -32_020;

/** Headers that repeat arguments of a call must repeat them truly. The SDK looks to that for its own registry only. */
async function refuseHeaders(
  host: McpHost,
  { headers }: Request,
  { user }: Exchange,
  message: unknown,
): Promise<RpcAnswer | undefined> {
  if (!isPlainObject(message)) return undefined;
  const { method, params } = message;
  if (method !== 'tools/call' || !isPlainObject(params) || typeof params['name'] !== 'string') return undefined;
  if (headers.get('mcp-protocol-version') !== today) return undefined;
  const pages = host.pagesOf(await toolsFor(host.settings, user, 'mcp'));
  const header = findMismatch(pages.paramHeaders(params['name']), params['arguments'], headers);
  if (header === undefined) return undefined;
  const error = { code: headerMismatch, message: `Header mismatch: ${header} does not say what the body says` };
  return rpcError(400, error, idOf(message));
}

function createModern(host: McpHost): McpHttpHandler {
  return createMcpHandler(({ requestInfo }) => createServer(host, exchangeIn, methodOf(requestInfo)), {
    legacy: 'reject',
    onerror: () => undefined,
  });
}

/** The header says it, and the SDK has found it equal to the body. */
function methodOf(request: Request | undefined): string | undefined {
  return request?.headers.get('mcp-method') ?? undefined;
}

/** The limits of every body; what they refuse is said in JSON-RPC. */
async function readBody(request: Request, maxBytes: number): Promise<{ readonly value: unknown } | Response> {
  try {
    return { value: await readJson(request, maxBytes) };
  } catch (thrown) {
    if (!isToolError(thrown)) throw thrown;
    const code =
      thrown.code === 'GATEWAY_BODY_NOT_JSON' ? ProtocolErrorCode.ParseError : ProtocolErrorCode.InvalidRequest;
    return toHttp(rpcError(statusOf(thrown), { code, message: thrown.message }));
  }
}

function announce({ notify }: McpHttpHandler, change: McpChange): void {
  if (change.kind === 'resource') notify.resourceUpdated(change.uri);
  else notify[`${change.kind}Changed`]();
}
