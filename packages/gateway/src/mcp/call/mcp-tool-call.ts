import { checkAnswer, type Ask, type ToolRecord, type ToolResponse } from '@helve/core';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequests,
} from '@modelcontextprotocol/server';
import { callFor } from '../../auth/call-for.js';
import { toolsFor } from '../../auth/tools-for.js';
import { withEnvelope, type CallMeta } from './call-meta.js';
import type { ClientContext } from './client-context.js';
import { repeatCall } from './approved-call.js';
import { confirmationIn, readConfirmation, settleConfirmation } from './confirmation.js';
import type { McpSender, McpHost } from '../mcp-host.js';
import { toCallOrigin } from './peer.js';
import type { ProgressListener } from './progress-listener.js';
import { questionIn } from './question.js';
import { toPeer, type RetryInput } from './retry-input.js';
import { toCallResult } from './to-call-result.js';

/** One `tools/call`, with everything needed to retry it. */
export interface McpToolCall {
  readonly host: McpHost;
  readonly sender: McpSender;
  readonly client: ClientContext;
  readonly meta: CallMeta | undefined;
  /** Name of the tool for the client. */
  readonly name: string;
  readonly id: string;
  readonly tool: ToolRecord | undefined;
  readonly rawInput: unknown;
  /** Time limit. */
  readonly timeoutMs: number | undefined;
}

/** Questions of a call to its client, with the state for the retry. */
export interface CallQuestion {
  readonly requests: InputRequests;
  readonly kept: Pick<RetryInput, 'state' | 'approval'>;
}

/** Runs the tool, or the call that a person has just approved. */
export async function runToolCall(
  call: McpToolCall,
  retry: RetryInput,
  signal: AbortSignal,
  listener: ProgressListener | undefined,
  onAsk?: Ask,
): Promise<ToolResponse> {
  const { host, sender, client, meta: note, id: tool, rawInput, timeoutMs } = call;
  const { settings, calls } = host;
  const { user, requestId } = sender;
  const origin = toCallOrigin(toPeer(client, sender, retry), client.traceparent);
  const report = (thrown: unknown) =>
    settings.report(thrown, { ...(requestId === undefined ? {} : { requestId }), method: 'tools/call', toolId: tool });
  const decision = retry.approval === undefined ? undefined : readConfirmation(retry.answers);
  const work = () => {
    if (retry.approval !== undefined && decision !== undefined && settings.approvals !== undefined) {
      const facts = { requestId, report, signal };
      return settleConfirmation(settings.approvals, retry.approval, decision, user, facts);
    }
    if (client.approval !== undefined) return repeatCall(call, { requestId, report, signal });
    const { onProgress, onChunk } = listener ?? {};
    const { sessionId = client.sessionId, idempotencyKey } = note ?? {};
    return callFor(settings, {
      call: origin,
      requestId,
      sessionId,
      idempotencyKey,
      report,
      onProgress,
      onChunk,
      onAsk,
      tool,
      rawInput,
      user,
      signal,
      timeoutMs,
    });
  };
  return calls.run(user, work);
}

/** Reads the questions that a response asks; undefined when it asks none. */
export function readQuestion({ host, client, sender }: McpToolCall, response: ToolResponse): CallQuestion | undefined {
  if (response.ok) return undefined;
  const question = questionIn(response.error);
  if (question !== undefined) {
    return { requests: question.requests, kept: question.state === undefined ? {} : { state: question.state } };
  }
  if (host.settings.approvals === undefined) return undefined;
  const confirmation = confirmationIn(response.error, client.capabilities, sender.user);
  return confirmation && { requests: confirmation.requests, kept: { approval: confirmation.approval } };
}

/** Converts the response of a call that asks nothing more. */
export async function toResult(call: McpToolCall, response: ToolResponse): Promise<CallToolResult> {
  const { host, meta: note, name, tool, client, sender } = call;
  if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
  const { response: checked, structured } = await checkAnswer(tool, response);
  const bare = toCallResult(checked, { tool, structured, maxBytes: host.options.maxResultBytes });
  const result = note === undefined ? bare : withEnvelope(bare, checked);
  if (tool.outputSchema === undefined) return result;
  const view = await toolsFor(host.settings, sender.user, 'mcp');
  return client.project(result, host.pagesOf(view).tool(name)?.outputSchema);
}
