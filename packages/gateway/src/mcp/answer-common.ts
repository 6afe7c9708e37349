import { ProtocolError, SERVER_INFO_META_KEY, Server, type InputRequests } from '@modelcontextprotocol/server';
import { toolsFor } from '../auth/tools-for.js';
import { answerToolCall, type CallAnswer } from './call-tool.js';
import type { ClientSide } from './client-side.js';
import type { CommonRequest } from './common-request.js';
import type { Exchange, McpHost } from './mcp-host.js';
import { assertAnswerable, type Round } from './round.js';
import { rpcResult, rpcThrown, type RpcAnswer } from './rpc-answer.js';

const firstRound: Round = Object.freeze({ answers: Object.freeze({}) });

/** A client that waits for its one answer. */
const waiting = { knowsTasks: false, sessionId: undefined, comeBackLater: () => undefined } as const;

/** How clients of one version are answered. */
export interface Manner {
  readonly log: ClientSide['log'];
  readonly project: ClientSide['project'];
  /** The answer to a call as the text of a result. */
  toText(host: McpHost, answer: CallAnswer, client: ClientSide): string;
}

/**
 * Answers a request that needs no server of its own, as the SDK would answer it: nearly all traffic is of this kind, and
 * to make a server for each takes longer than the call.
 */
export async function answerCommon(
  host: McpHost,
  exchange: Exchange,
  common: CommonRequest,
  signal: AbortSignal,
  manner: Manner = todaysManner,
): Promise<RpcAnswer> {
  const { id, ask, capabilities, traceparent } = common;
  try {
    if (ask.method === 'tools/list') {
      const view = await toolsFor(host.settings, exchange.user);
      return rpcResult(id, host.pagesOf(view).text(ask.cursor));
    }
    const { log, project } = manner;
    const client = { ...waiting, capabilities, signal, traceparent, log, project };
    const answer = await answerToolCall(host, exchange, client, ask, firstRound, undefined);
    return rpcResult(id, manner.toText(host, answer, client));
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) host.settings.tell(thrown, { path: '/mcp', method: ask.method });
    return rpcThrown(thrown, id);
  }
}

/** Nothing is heard before the answer, since nobody asked for it. */
const todaysManner: Manner = {
  log: () => undefined,
  project: (result) => result,
  toText({ info }, answer, { capabilities }) {
    const { _meta, resultType = 'complete', ...result } = answer as Partial<CallAnswer>;
    if (resultType === 'input_required') assertAnswerable(result['inputRequests'] as InputRequests, capabilities);
    return JSON.stringify({ ...result, resultType, _meta: { ...(_meta as object), [SERVER_INFO_META_KEY]: info } });
  },
};

/** As before 2026-07-28, for a client that can answer no questions. */
export function olderManner(host: McpHost, log: ClientSide['log']): Manner {
  // Knows the form of results in those versions.
  const server = new Server(host.info);
  return {
    log,
    project: (result, outputSchema) => server.projectCallToolResult(result, outputSchema),
    toText: (_, answer) => JSON.stringify('inputRequests' in answer ? cannotAsk(answer.inputRequests) : answer),
  };
}

function cannotAsk(requests: unknown): CallAnswer {
  const keys = Object.keys(requests as object).join(', ');
  return { isError: true, content: [{ type: 'text', text: `Cannot ask for ${keys}: the client cannot be asked` }] };
}
