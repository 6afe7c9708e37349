import { isToolError, type RegistrySnapshot, type ToolResponse } from '@helve/core';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import { toolsFor } from '../../auth/tools-for.js';
import { readCallMeta } from './call-meta.js';
import type { ClientContext } from './client-context.js';
import type { McpSender, McpHost } from '../mcp-host.js';
import type { ProgressListener } from './progress-listener.js';
import { toInputRequired, type RetryInput } from './retry-input.js';
import { gatewayErrors } from '../../gateway-errors.js';
import { AskingCall } from './asking-call.js';
import { findTaskDelay, runAsTask, type TaskStarted } from '../task/run-as-task.js';
import { toFailureResult } from './to-call-result.js';
import { readQuestion, runToolCall, toResult, type McpToolCall } from './mcp-tool-call.js';

/** Result of `tools/call`. */
export type ToolCallResult = CallToolResult | InputRequiredResult | TaskStarted;

/** Names the purpose for which the state of a call is sealed. */
export function callPurpose(name: string): string {
  return `tools/call ${name}`;
}

/** who sees it ▸ call ▸ result, question or task. */
export async function answerToolCall(
  host: McpHost,
  sender: McpSender,
  client: ClientContext,
  { name, arguments: rawInput = {} }: CallToolRequest['params'],
  retry: RetryInput,
  listener: ProgressListener | undefined,
): Promise<ToolCallResult> {
  const note = readCallMeta(client.callMeta);
  const view = await toolsFor(host.settings, sender.user, 'mcp');
  const id = findToolId(host, view, name);
  const tool = view.get(id);
  const delayMs = findTaskDelay(host, client, tool);
  // A task takes as long as it does.
  const timeoutMs = delayMs === undefined ? host.settings.callTimeoutMs : undefined;
  const call: McpToolCall = { host, sender, client, meta: note, name, id, tool, rawInput, timeoutMs };
  try {
    // The common case: a client that knows no tasks, and asks nobody.
    if (delayMs === undefined && client.capabilities.elicitation === undefined)
      return await answer(call, await runToolCall(call, retry, client.signal, listener));
    if (delayMs === undefined) return await answerAsking(call, retry, listener);
    const outcome = await runAsTask(call, retry, delayMs, listener);
    return 'resultType' in outcome ? outcome : await answer(call, outcome.response);
  } catch (thrown) {
    if (isToolError(thrown)) return toFailureResult(thrown);
    throw thrown;
  }
}

/** Finds the id of a tool by its name; an unknown name is called, and recorded, as it is. */
function findToolId({ names }: McpHost, view: RegistrySnapshot, name: string): string {
  const id = names().idOf(name);
  // A user who may not see a tool must not learn that it exists.
  if (id !== undefined || view.get(name) === undefined) return id ?? name;
  const offered = names().nameOf(name);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}; here it is called ${offered}`);
}

/** Answers with the response, or with a question of the running tool, for whose answer the call waits. */
async function answerAsking(
  call: McpToolCall,
  retry: RetryInput,
  listener: ProgressListener | undefined,
): Promise<ToolCallResult> {
  const { host, sender, client } = call;
  const asking =
    retry.asked === undefined
      ? new AskingCall(client.capabilities, (signal, onAsk) => runToolCall(call, retry, signal, listener, onAsk))
      : host.asking.take(retry.asked, sender.user);
  if (asking === undefined) throw gatewayErrors.create('GATEWAY_QUESTION_OVER', { tool: call.name });
  asking.answer(retry.answers);
  const next = await asking.next(client.signal);
  if ('response' in next) return answer(call, next.response);
  return toInputRequired(host, sender, callPurpose(call.name), next.requests, {
    asked: host.asking.keep(asking, sender.user),
  });
}

async function answer(call: McpToolCall, response: ToolResponse): Promise<ToolCallResult> {
  const question = readQuestion(call, response);
  if (question === undefined) return toResult(call, response);
  return toInputRequired(call.host, call.sender, callPurpose(call.name), question.requests, question.kept);
}
