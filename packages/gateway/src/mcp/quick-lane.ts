import { isPlainObject } from '@helve/core';
import type { ClientCapabilities, InputRequiredResult, JSONRPCMessage } from '@modelcontextprotocol/server';
import { answerCommon, createOlderAnswers, type Patience } from './answer-common.js';
import { readCommonRequest, readOlderCall } from './common-request.js';
import type { Exchange, McpHost } from './mcp-host.js';

type Id = string | number;

/** Why a call ends that its client wants no answer to. */
const calledOff = new Error('The client has called it off');

/** Takes the common requests out of a stream of messages, and what is said about them later. */
export interface QuickLane {
  take(message: JSONRPCMessage, letPass: () => void): boolean;
  /** Who sent a request that the lane let pass, and what its call asked for before that. */
  exchangeOf(id: Id): Exchange;
}

/** common: its answer │ a call of an older client: its answer, or what it asks, which the SDK asks │ all else: the SDK. */
export function createQuickLane(host: McpHost, exchange: Exchange, write: (text: string) => void): QuickLane {
  const running = new Map<Id, AbortController>();
  const asked = new Map<Id, InputRequiredResult>();
  const answerOlder = createOlderAnswers(host, (level, data) => {
    write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level, data } }));
  });
  /** Of a client of an older version, once it has said so and as long as it wants nothing special. */
  let older: ClientCapabilities | undefined;

  const run = async <Answer>(
    id: Id,
    answer: (patience: Patience) => Promise<Answer>,
    done: (answer: Answer) => void,
  ) => {
    const call = new AbortController();
    running.set(id, call);
    const answered = await answer({ signal: call.signal, end: call });
    if (running.get(id) === call) running.delete(id);
    if (call.signal.reason !== calledOff) done(answered);
  };

  return Object.freeze({
    take(message: JSONRPCMessage, letPass: () => void) {
      if (!('method' in message)) return false;
      const { method, params } = message;
      if (method === 'initialize') older = capabilitiesIn(params);
      // From now on, lines of the log have to be weighed.
      else if (method === 'logging/setLevel') older = undefined;
      else if (method === 'notifications/cancelled') return cancel(running, params);
      const common = readCommonRequest(undefined, message);
      if (common !== undefined) {
        void run(
          common.id,
          (patience) => answerCommon(host, exchange, common, patience),
          ({ text }) => write(text),
        );
        return true;
      }
      const call = older && readOlderCall(message, older);
      if (call === undefined) return false;
      void run(
        call.id,
        (patience) => answerOlder(exchange, call, patience),
        (answer) => {
          if ('text' in answer) return write(answer.text);
          asked.set(call.id, answer.asked);
          letPass();
        },
      );
      return true;
    },
    exchangeOf(id: Id) {
      const first = asked.get(id);
      // The rounds after it run in the SDK.
      return first !== undefined && asked.delete(id) ? { ...exchange, asked: first } : exchange;
    },
  });
}

function capabilitiesIn(params: unknown): ClientCapabilities | undefined {
  const capabilities: unknown = isPlainObject(params) ? params['capabilities'] : undefined;
  return isPlainObject(capabilities) ? capabilities : undefined;
}

function cancel(running: ReadonlyMap<Id, AbortController>, params: unknown): boolean {
  const id: unknown = isPlainObject(params) ? params['requestId'] : undefined;
  const call = typeof id === 'string' || typeof id === 'number' ? running.get(id) : undefined;
  call?.abort(calledOff);
  return call !== undefined;
}
