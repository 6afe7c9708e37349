import { isToolError, type RegistrySnapshot, type ToolResponse } from '@helve/core';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import { toolsFor } from '../../auth/tools-for.js';
import { readCallNote } from './call-meta.js';
import type { ClientSide } from './client-context.js';
import type { Exchange, McpHost } from '../mcp-host.js';
import type { ProgressEar } from './progress-listener.js';
import { toInputRequired, type Round } from './retry-input.js';
import { patienceOf, runAsTask, type TaskStarted } from '../task/run-as-task.js';
import { toFailureResult } from './to-call-result.js';
import { askedBy, makeCall, toResult, type ToolVisit } from './mcp-tool-call.js';

/** What a call is answered with. */
export type CallAnswer = CallToolResult | InputRequiredResult | TaskStarted;

/** What a state of this call is sealed for. */
export function callPurpose(name: string): string {
  return `tools/call ${name}`;
}

/** who sees it ▸ call ▸ result, question or task. */
export async function answerToolCall(
  host: McpHost,
  exchange: Exchange,
  client: ClientSide,
  { name, arguments: rawInput = {} }: CallToolRequest['params'],
  round: Round,
  ear: ProgressEar | undefined,
): Promise<CallAnswer> {
  const note = readCallNote(client.note);
  const view = await toolsFor(host.settings, exchange.user, 'mcp');
  const id = idOf(host, view, name);
  const tool = view.get(id);
  const patienceMs = patienceOf(host, client, tool);
  // A task takes as long as it does.
  const timeoutMs = patienceMs === undefined ? host.settings.callTimeoutMs : undefined;
  const visit: ToolVisit = { host, exchange, client, note, name, id, tool, rawInput, timeoutMs };
  try {
    // The common case: a client that knows no tasks.
    if (patienceMs === undefined) return await answer(visit, await makeCall(visit, round, client.signal, ear));
    const outcome = await runAsTask(visit, round, patienceMs, ear);
    return 'resultType' in outcome ? outcome : await answer(visit, outcome.response);
  } catch (thrown) {
    if (isToolError(thrown)) return toFailureResult(thrown);
    throw thrown;
  }
}

/** The tool that a name stands for. One that is no name here, and no id either, is recorded as such. */
function idOf({ names }: McpHost, view: RegistrySnapshot, name: string): string {
  const id = names().idOf(name);
  // Whoever may not see a tool is not told that there is one.
  if (id !== undefined || view.get(name) === undefined) return id ?? name;
  const offered = names().nameOf(name);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}; here it is called ${offered}`);
}

async function answer(visit: ToolVisit, response: ToolResponse): Promise<CallAnswer> {
  const asked = askedBy(visit, response);
  if (asked === undefined) return toResult(visit, response);
  return toInputRequired(visit.host, visit.exchange, callPurpose(visit.name), asked.requests, asked.kept);
}
