import { isToolError } from '@helve/core';
import { isJSONRPCRequest, ProtocolErrorCode, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { checkBody } from '../http/check-body.js';

/** What happens to messages on their way. */
export interface Guard {
  /** Whether it took the message, and answers it itself, or lets it pass later after all. */
  take(message: JSONRPCMessage, letPass: () => void): boolean;
  /** A message in the form in which it leaves. */
  leave(message: JSONRPCMessage): JSONRPCMessage;
  /** Both ends have parted. */
  end(): void;
}

/** The same way for messages, on which those go no further that a body of HTTP could not hold either. */
export function guardTransport(wire: Transport, guard: Guard): Transport {
  const guarded: Transport = {
    start: () => wire.start(),
    send: (message, options) => wire.send(guard.leave(message), options),
    close: () => wire.close(),
  };
  Object.assign(wire, {
    onmessage(message, extra) {
      const problem = findProblem(message);
      if (problem !== undefined) return refuse(wire, message, problem, guarded);
      const letPass = () => guarded.onmessage?.(message, extra);
      if (!guard.take(message, letPass)) letPass();
    },
    onerror: (error) => guarded.onerror?.(error),
    onclose() {
      guarded.onclose?.();
      guard.end();
    },
  } satisfies Partial<Transport>);
  return guarded;
}

function findProblem(message: JSONRPCMessage): string | undefined {
  try {
    checkBody(message);
    return undefined;
  } catch (thrown) {
    if (isToolError(thrown)) return thrown.message;
    throw thrown;
  }
}

function refuse(wire: Transport, message: JSONRPCMessage, problem: string, { onerror }: Transport): void {
  if (!isJSONRPCRequest(message)) return onerror?.(new Error(problem));
  const error = { code: ProtocolErrorCode.InvalidRequest, message: problem };
  wire.send({ jsonrpc: '2.0', id: message.id, error }).catch((failure: Error) => onerror?.(failure));
}
