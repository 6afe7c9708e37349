import { MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Outbound } from '../../http/outbound.js';

/** Error of JSON-RPC. */
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A response of JSON-RPC as text, with its HTTP status. */
export interface RpcResponse {
  readonly status: number;
  readonly text: string;
}

type Id = string | number | null;

/** Creates the response of a result that is JSON already. */
export function rpcResult(id: Id, result: string): RpcResponse {
  return { status: 200, text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}` };
}

export function rpcError(status: number, error: RpcFailure, id: Id = null): RpcResponse {
  return { status, text: JSON.stringify({ jsonrpc: '2.0', id, error }) };
}

/** Converts what a handler threw. Only a client that lacks a capability sent a bad request; all else was understood. */
export function rpcThrown(thrown: unknown, id: Id): RpcResponse {
  if (!(thrown instanceof ProtocolError)) {
    return rpcError(200, { code: ProtocolErrorCode.InternalError, message: 'Internal error' }, id);
  }
  const { code, message, data } = thrown;
  const isLack = thrown instanceof MissingRequiredClientCapabilityError;
  return rpcError(isLack ? 400 : 200, { code, message, ...(data === undefined ? {} : { data }) }, id);
}

const headers = Object.freeze({ 'content-type': 'application/json' });

export function toRpcOutbound({ status, text }: RpcResponse): Outbound {
  return { status, headers, body: text };
}
