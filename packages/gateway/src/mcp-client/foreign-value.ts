import {
  isErrorType,
  isPlainObject,
  mcpFailureOf,
  mcpTextOf,
  mcpValueOf,
  ToolError,
  type McpFailure,
} from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import { ANSWER_META_KEY } from '../mcp/meta-keys.js';
import type { ForeignTrust } from './call-foreign.js';
import { ConnectionLost } from './connection-lost.js';

/** As much of a result as is read. */
export interface McpCallResult extends McpFailure {
  readonly isError?: boolean | undefined;
}

/** A tool of a foreign server. */
export interface ForeignTool {
  readonly server: string;
  readonly tool: string;
}

/** Reads the output of a foreign tool; throws its failure. */
export function readForeignValue(tool: ForeignTool, result: McpCallResult, { trusted = false }: ForeignTrust): unknown {
  if (result.isError !== true) return mcpValueOf(result);
  throw (trusted ? toCompleteFailure(result) : undefined) ?? mcpFailureOf(result) ?? toFailure(tool, result);
}

/** The whole error as a server of one's own gives it. By its details a stranger could ask questions in our name. */
function toCompleteFailure(result: McpCallResult): ToolError | undefined {
  const answer = result._meta?.[ANSWER_META_KEY];
  const error = isPlainObject(answer) ? answer['error'] : undefined;
  if (!isPlainObject(error) || !isErrorType(error['type'])) return undefined;
  const { type, message, retryable, retryAfterMs, partialSideEffects, details } = error;
  const text = typeof message === 'string' ? message : mcpTextOf(result);
  return new ToolError(type, text || 'The tool failed and does not say why', {
    ...(typeof retryable === 'boolean' ? { retryable } : {}),
    ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
    ...(partialSideEffects === true ? { partialSideEffects } : {}),
    ...(isPlainObject(details) ? { details } : {}),
  });
}

function toFailure(tool: ForeignTool, result: McpCallResult): ToolError {
  const problem = mcpTextOf(result) || 'it does not say why';
  return gatewayErrors.create('GATEWAY_MCP_TOOL_FAILED', { ...tool, problem });
}

/** Creates the error of a call that did not reach its tool: the connection was lost, or the server refused the call for good. */
export function toCallError(tool: ForeignTool, cause: unknown): ToolError {
  const problem = cause instanceof Error ? cause.message : String(cause);
  if (isConnectionLost(cause))
    return gatewayErrors.create('GATEWAY_MCP_UNREACHABLE', { server: tool.server, problem }, { cause });
  return gatewayErrors.create('GATEWAY_MCP_CALL_REFUSED', { ...tool, problem }, { cause });
}

/** Codes of the SDK for a connection that it has closed itself. */
const closedCodes: ReadonlySet<unknown> = new Set(['NOT_CONNECTED', 'CONNECTION_CLOSED']);

/** A session that the server has forgotten, or a line that broke: the next call needs a new connection. */
export function isConnectionLost(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (cause instanceof ConnectionLost || closedCodes.has(Reflect.get(cause, 'code'))) return true;
  const status: unknown = Reflect.get(cause, 'status') ?? Reflect.get(Object(Reflect.get(cause, 'data')), 'status');
  if (status === 404 || (typeof status === 'number' && status >= 500)) return true;
  return isConnectionLost(cause.cause);
}
