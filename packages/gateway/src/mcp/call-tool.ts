import { isToolError, type ToolResponse } from '@helve/core';
import type { CallToolRequest, CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { toolsFor } from '../auth/tools-for.js';
import { readCallNote } from './call-note.js';
import type { ClientSide } from './client-side.js';
import type { Exchange, McpHost } from './mcp-host.js';
import type { ProgressEar } from './progress.js';
import { toInputRequired, type Round } from './round.js';
import { patienceOf, runAsTask, type TaskStarted } from './run-as-task.js';
import { toFailureResult } from './to-call-result.js';
import { askedBy, makeCall, toResult, type ToolVisit } from './tool-visit.js';

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
  const tool = view.get(name);
  const patienceMs = patienceOf(host, client, tool);
  // A task takes as long as it does.
  const timeoutMs = patienceMs === undefined ? host.settings.callTimeoutMs : undefined;
  const visit: ToolVisit = { host, exchange, client, note, name, tool, rawInput, timeoutMs };
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

async function answer(visit: ToolVisit, response: ToolResponse): Promise<CallAnswer> {
  const asked = askedBy(visit, response);
  if (asked === undefined) return toResult(visit, response);
  return toInputRequired(visit.host, visit.exchange, callPurpose(visit.name), asked.requests, asked.kept);
}
