import {
  ProtocolError,
  SERVER_INFO_META_KEY,
  type ClientCapabilities,
  type InputRequests,
} from '@modelcontextprotocol/server';
import { toolsFor } from '../../auth/tools-for.js';
import { answerToolCall, type CallAnswer } from './answer-tool-call.js';
import type { ClientSide } from './client-context.js';
import type { DirectRequest } from './direct-request.js';
import type { Exchange, McpHost } from '../mcp-host.js';
import { assertAnswerable, type Round } from './retry-input.js';
import { rpcResult, rpcThrown, type RpcAnswer } from './rpc-response.js';

const firstRound: Round = Object.freeze({ answers: Object.freeze({}) });

/**
 * Answers a list or a plain call with the functions that the handlers of the SDK's server use, too. Nearly all traffic
 * is of this kind, and to make a server for each request takes longer than the call.
 */
export async function answerDirect(
  host: McpHost,
  exchange: Exchange,
  request: DirectRequest,
  signal: AbortSignal,
): Promise<RpcAnswer> {
  const { id, ask, capabilities } = request;
  try {
    if (ask.method === 'tools/list') {
      const view = await toolsFor(host.settings, exchange.user, 'mcp');
      return rpcResult(id, host.pagesOf(view).text(ask.cursor));
    }
    const response = await answerToolCall(host, exchange, toClient(request, signal), ask, firstRound, undefined);
    return rpcResult(id, toResultJson(host, response, capabilities));
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) host.settings.report(thrown, { path: '/mcp', method: ask.method });
    return rpcThrown(thrown, id);
  }
}

/** Describes a client that waits for one response and hears nothing before it. */
function toClient({ capabilities, traceparent, note, approval }: DirectRequest, signal: AbortSignal): ClientSide {
  return {
    capabilities,
    traceparent,
    note,
    approval,
    signal,
    log: () => undefined,
    project: (result) => result,
    comeBackLater: () => undefined,
    knowsTasks: false,
    sessionId: undefined,
  };
}

function toResultJson({ info }: McpHost, response: CallAnswer, capabilities: ClientCapabilities): string {
  const { _meta, resultType = 'complete', ...result } = response as Partial<CallAnswer>;
  if (resultType === 'input_required') assertAnswerable(result['inputRequests'] as InputRequests, capabilities);
  return JSON.stringify({ ...result, resultType, _meta: { ...(_meta as object), [SERVER_INFO_META_KEY]: info } });
}
