import { isToolError } from '@helve/core';
import { isJSONRPCRequest, ProtocolErrorCode, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { checkJson } from '../../http/check-json.js';

/** Handles messages on their way through a transport. */
export interface TransportGuard {
  /** Returns true for a message that it answers itself. */
  take(message: JSONRPCMessage): boolean;
  /** Returns a message in the form in which it leaves. */
  leave(message: JSONRPCMessage): JSONRPCMessage;
  /** Called when the connection has ended. */
  end(): void;
}

/** Wraps a transport: messages that the body of an HTTP request could not hold either are refused. */
export function guardTransport(wire: Transport, guard: TransportGuard): Transport {
  const guarded: Transport = {
    start: () => wire.start(),
    send: (message, options) => wire.send(guard.leave(message), options),
    close: () => wire.close(),
  };
  Object.assign(wire, {
    onmessage(message, extra) {
      const problem = findProblem(message);
      if (problem !== undefined) return refuse(wire, message, problem, guarded);
      if (!guard.take(message)) guarded.onmessage?.(message, extra);
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
    checkJson(message);
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
