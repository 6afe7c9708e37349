import {
  isInputRequiredResult,
  ProtocolError,
  SERVER_INFO_META_KEY,
  Server,
  type ClientCapabilities,
  type InputRequests,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import { toolsFor } from '../auth/tools-for.js';
import { answerToolCall, type CallAnswer } from './call-tool.js';
import type { ClientSide } from './client-side.js';
import type { CommonCall, CommonRequest } from './common-request.js';
import type { Exchange, McpHost } from './mcp-host.js';
import { assertAnswerable, type Round } from './round.js';
import { rpcResult, rpcThrown, type RpcAnswer } from './rpc-answer.js';

const firstRound: Round = Object.freeze({ answers: Object.freeze({}) });

/** How long a client waits: until a signal fires, which the door may have in its hand. */
export type Patience = Pick<ClientSide, 'signal' | 'end'>;

/** How clients of one version are spoken with. */
type Manner = Pick<ClientSide, 'log' | 'project'>;

/** Nothing is heard before the answer, since nobody asked for it. */
const today: Manner = Object.freeze({ log: () => undefined, project: (result) => result });

/**
 * Answers a request that needs no server of its own, as the SDK would answer it: nearly all traffic is of this kind, and
 * to make a server for each takes longer than the call.
 */
export function answerCommon(
  host: McpHost,
  exchange: Exchange,
  common: CommonRequest,
  patience: Patience,
): Promise<RpcAnswer> {
  return answering(host, common, async () => {
    const { id, ask, capabilities } = common;
    if (ask.method === 'tools/list') {
      const view = await toolsFor(host.settings, exchange.user, 'mcp');
      return rpcResult(id, host.pagesOf(view).text(ask.cursor));
    }
    const client = toClient(common, patience, today);
    const answer = await answerToolCall(host, exchange, client, ask, firstRound, undefined);
    return rpcResult(id, toText(host, answer, capabilities));
  });
}

/** What a call of an older client comes to: its answer, or what it asks, since only the SDK knows how to ask them. */
export type OlderAnswer = RpcAnswer | { readonly asked: InputRequiredResult };

/** Answers calls as before 2026-07-28. */
export function createOlderAnswers(host: McpHost, log: ClientSide['log']) {
  // Knows the form of results in those versions.
  const server = new Server(host.info);
  const older: Manner = {
    log,
    project: (result, outputSchema) => server.projectCallToolResult(result, outputSchema),
  };
  return (exchange: Exchange, call: CommonCall, patience: Patience): Promise<OlderAnswer> =>
    answering(host, call, async () => {
      const client = toClient(call, patience, older);
      const answer = await answerToolCall(host, exchange, client, call.ask, firstRound, undefined);
      return isInputRequiredResult(answer) ? { asked: answer } : rpcResult(call.id, JSON.stringify(answer));
    });
}

/** A client that waits for its one answer. Written out, since it is made for every call. */
function toClient(
  { capabilities, traceparent, note, approval }: CommonRequest,
  { signal, end }: Patience,
  { log, project }: Manner,
): ClientSide {
  return {
    capabilities,
    traceparent,
    note,
    approval,
    signal,
    end,
    log,
    project,
    comeBackLater,
    knowsTasks: false,
    sessionId: undefined,
  };
}

const comeBackLater = () => undefined;

async function answering<Answer>(
  host: McpHost,
  { id, ask }: CommonRequest,
  work: () => Promise<Answer>,
): Promise<Answer | RpcAnswer> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) host.settings.tell(thrown, { path: '/mcp', method: ask.method });
    return rpcThrown(thrown, id);
  }
}

function toText({ info }: McpHost, answer: CallAnswer, capabilities: ClientCapabilities): string {
  const { _meta, resultType = 'complete', ...result } = answer as Partial<CallAnswer>;
  if (resultType === 'input_required') assertAnswerable(result['inputRequests'] as InputRequests, capabilities);
  return JSON.stringify({ ...result, resultType, _meta: { ...(_meta as object), [SERVER_INFO_META_KEY]: info } });
}
