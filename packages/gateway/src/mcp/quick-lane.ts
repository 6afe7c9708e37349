import { isPlainObject } from '@helve/core';
import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/server';
import { answerCommon, olderManner, type Manner } from './answer-common.js';
import { readCommonRequest, readOlderCall, type CommonRequest } from './common-request.js';
import type { Exchange, McpHost } from './mcp-host.js';

/** Takes the common requests out of a stream of messages, and what is said about them later. */
export interface QuickLane {
  take(message: JSONRPCMessage): boolean;
}

/** What clients can be asked for; one that can goes through the SDK, which knows how to ask. */
const asking = ['elicitation', 'sampling', 'roots'] as const;

export function createQuickLane(host: McpHost, exchange: Exchange, write: (text: string) => void): QuickLane {
  const running = new Map<string | number, AbortController>();
  const older = olderManner(host, (level, data) => {
    write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level, data } }));
  });
  /** Of a client of an older version, once it has said so and as long as it asks for nothing special. */
  let simple: ClientCapabilities | undefined;

  const answer = async (common: CommonRequest, manner?: Manner): Promise<void> => {
    const call = new AbortController();
    running.set(common.id, call);
    const { text } = await answerCommon(host, exchange, common, call.signal, manner);
    if (running.get(common.id) === call) running.delete(common.id);
    // What was called off is not answered.
    if (!call.signal.aborted) write(text);
  };

  const start = (common: CommonRequest | undefined, manner?: Manner): boolean => {
    if (common !== undefined) void answer(common, manner);
    return common !== undefined;
  };

  return Object.freeze({
    take(message: JSONRPCMessage) {
      if (!('method' in message)) return false;
      const { method, params } = message;
      if (method === 'initialize') simple = simpleClientIn(params);
      // From now on, lines of the log have to be weighed.
      else if (method === 'logging/setLevel') simple = undefined;
      else if (method === 'notifications/cancelled') return cancel(running, params);
      if (start(readCommonRequest(undefined, message))) return true;
      return simple !== undefined && start(readOlderCall(message, simple), older);
    },
  });
}

function simpleClientIn(params: unknown): ClientCapabilities | undefined {
  const capabilities: unknown = isPlainObject(params) ? params['capabilities'] : undefined;
  if (!isPlainObject(capabilities) || asking.some((name) => capabilities[name] !== undefined)) return undefined;
  return capabilities;
}

function cancel(running: ReadonlyMap<string | number, AbortController>, params: unknown): boolean {
  const id: unknown = isPlainObject(params) ? params['requestId'] : undefined;
  const call = typeof id === 'string' || typeof id === 'number' ? running.get(id) : undefined;
  call?.abort(new Error('The client has called it off'));
  return call !== undefined;
}
