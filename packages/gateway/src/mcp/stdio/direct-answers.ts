import { isPlainObject, joinSignals } from '@helve/core';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { answerDirect } from '../call/answer-direct.js';
import { readDirectRequest, type DirectRequest } from '../call/direct-request.js';
import type { McpSender, McpHost } from '../mcp-host.js';

type Id = string | number;

/** Reason of a call that its client has cancelled, and wants no response to. */
const cancelled = new Error('The client has cancelled it');

/** Answers lists and plain calls of a stream of messages; all others are left to the SDK. Returns true for those it takes. */
export function createDirectAnswers(
  host: McpHost,
  sender: McpSender,
  write: (text: string) => void,
): (message: JSONRPCMessage) => boolean {
  const running = new Map<Id, AbortController>();

  const answer = async (request: DirectRequest) => {
    const call = new AbortController();
    running.set(request.id, call);
    const { signal, release } = joinSignals(call.signal, host.calls.ending);
    const { text } = await answerDirect(host, sender, request, signal).finally(release);
    if (running.get(request.id) === call) running.delete(request.id);
    if (call.signal.reason !== cancelled) write(text);
  };

  return (message) => {
    if (!('method' in message)) return false;
    if (message.method === 'notifications/cancelled') return cancel(running, message.params);
    const request = readDirectRequest(undefined, message);
    if (request !== undefined) void answer(request);
    return request !== undefined;
  };
}

function cancel(running: ReadonlyMap<Id, AbortController>, params: unknown): boolean {
  const id: unknown = isPlainObject(params) ? params['requestId'] : undefined;
  const call = typeof id === 'string' || typeof id === 'number' ? running.get(id) : undefined;
  call?.abort(cancelled);
  return call !== undefined;
}
