import {
  ProtocolError,
  SERVER_INFO_META_KEY,
  type ClientCapabilities,
  type InputRequests,
} from '@modelcontextprotocol/server';
import { toolsFor } from '../../auth/tools-for.js';
import { answerToolCall, type ToolCallResult } from './answer-tool-call.js';
import type { ClientContext } from './client-context.js';
import type { DirectRequest } from './direct-request.js';
import type { McpSender, McpHost } from '../mcp-host.js';
import { assertAnswerable, type RetryInput } from './retry-input.js';
import { rpcResult, rpcThrown, type RpcResponse } from './rpc-response.js';

const firstTry: RetryInput = Object.freeze({ answers: Object.freeze({}) });

/**
 * Answers a list or a plain call with the functions that the handlers of the SDK's server use, too. Nearly all traffic
 * is of this kind, and to make a server for each request takes longer than the call.
 */
export async function answerDirect(
  host: McpHost,
  sender: McpSender,
  request: DirectRequest,
  signal: AbortSignal,
): Promise<RpcResponse> {
  const { id, call, capabilities } = request;
  try {
    if (call.method === 'tools/list') {
      const view = await toolsFor(host.settings, sender.user, 'mcp');
      return rpcResult(id, host.pagesOf(view).text(call.cursor));
    }
    const response = await answerToolCall(host, sender, toClient(request, signal), call, firstTry, undefined);
    return rpcResult(id, toResultJson(host, response, capabilities));
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) host.settings.report(thrown, { path: '/mcp', method: call.method });
    return rpcThrown(thrown, id);
  }
}

/** Describes a client that waits for one response and hears nothing before it. */
function toClient(
  { capabilities, traceparent, callMeta, approval }: DirectRequest,
  signal: AbortSignal,
): ClientContext {
  return {
    capabilities,
    traceparent,
    callMeta,
    approval,
    signal,
    log: () => undefined,
    project: (result) => result,
    comeBackLater: () => undefined,
    knowsTasks: false,
    sessionId: undefined,
  };
}

function toResultJson({ info }: McpHost, response: ToolCallResult, capabilities: ClientCapabilities): string {
  const { _meta, resultType = 'complete', ...result } = response as Partial<ToolCallResult>;
  if (resultType === 'input_required') assertAnswerable(result['inputRequests'] as InputRequests, capabilities);
  return JSON.stringify({ ...result, resultType, _meta: { ...(_meta as object), [SERVER_INFO_META_KEY]: info } });
}
