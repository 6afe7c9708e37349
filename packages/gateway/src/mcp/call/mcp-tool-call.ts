import { checkAnswer, type ToolRecord, type ToolResponse } from '@helve/core';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequests,
} from '@modelcontextprotocol/server';
import { callFor } from '../../auth/call-for.js';
import { toolsFor } from '../../auth/tools-for.js';
import { withEnvelope, type CallNote } from './call-meta.js';
import type { ClientSide } from './client-context.js';
import { repeatCall } from './approved-call.js';
import { confirmationIn, readConfirmation, settleConfirmation } from './confirmation.js';
import type { Exchange, McpHost } from '../mcp-host.js';
import { originOf } from './peer.js';
import type { ProgressEar } from './progress-listener.js';
import { questionIn } from './question.js';
import { toPeer, type Round } from './retry-input.js';
import { toCallResult } from './to-call-result.js';

/** One `tools/call`, and everything needed to make it again in another round. */
export interface ToolVisit {
  readonly host: McpHost;
  readonly exchange: Exchange;
  readonly client: ClientSide;
  readonly note: CallNote | undefined;
  /** What the client calls the tool. */
  readonly name: string;
  readonly id: string;
  readonly tool: ToolRecord | undefined;
  readonly rawInput: unknown;
  /** How long it may take. */
  readonly timeoutMs: number | undefined;
}

/** What a call is asked, with what the next round has to know. */
export interface Asked {
  readonly requests: InputRequests;
  readonly kept: Pick<Round, 'state' | 'approval'>;
}

/** Makes the call of one round: the tool's own, or the one that a person has just approved. */
export async function makeCall(
  visit: ToolVisit,
  round: Round,
  signal: AbortSignal,
  ear: ProgressEar | undefined,
): Promise<ToolResponse> {
  const { host, exchange, client, note, id: tool, rawInput, timeoutMs } = visit;
  const { settings, calls } = host;
  const { user, requestId } = exchange;
  const call = originOf(toPeer(client, exchange, round), client.traceparent);
  const report = (thrown: unknown) =>
    settings.report(thrown, { ...(requestId === undefined ? {} : { requestId }), method: 'tools/call', toolId: tool });
  const decision = round.approval === undefined ? undefined : readConfirmation(round.answers);
  const work = () => {
    if (round.approval !== undefined && decision !== undefined && settings.approvals !== undefined) {
      const facts = { requestId, report, signal };
      return settleConfirmation(settings.approvals, round.approval, decision, user, facts);
    }
    if (client.approval !== undefined) return repeatCall(visit, { requestId, report, signal });
    const { onProgress, onChunk } = ear ?? {};
    const { sessionId = client.sessionId, idempotencyKey } = note ?? {};
    return callFor(settings, {
      call,
      requestId,
      sessionId,
      idempotencyKey,
      report,
      onProgress,
      onChunk,
      tool,
      rawInput,
      user,
      signal,
      timeoutMs,
    });
  };
  return calls.run(user, work);
}

/** The question that an answer asks, if it asks one. */
export function askedBy({ host, client, exchange }: ToolVisit, response: ToolResponse): Asked | undefined {
  if (response.ok) return undefined;
  const question = questionIn(response.error);
  if (question !== undefined) {
    return { requests: question.requests, kept: question.state === undefined ? {} : { state: question.state } };
  }
  if (host.settings.approvals === undefined) return undefined;
  const confirmation = confirmationIn(response.error, client.capabilities, exchange.user);
  return confirmation && { requests: confirmation.requests, kept: { approval: confirmation.approval } };
}

/** The result of a call that asks nothing more. */
export async function toResult(visit: ToolVisit, response: ToolResponse): Promise<CallToolResult> {
  const { host, note, name, tool, client, exchange } = visit;
  if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
  const { response: kept, structured } = await checkAnswer(tool, response);
  const bare = toCallResult(kept, { tool, structured, maxBytes: host.options.maxResultBytes });
  const result = note === undefined ? bare : withEnvelope(bare, kept);
  if (tool.outputSchema === undefined) return result;
  const view = await toolsFor(host.settings, exchange.user, 'mcp');
  return client.project(result, host.pagesOf(view).tool(name)?.outputSchema);
}
