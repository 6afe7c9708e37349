import {
  errorTypes,
  isPlainObject,
  mcpTextOf,
  mcpValueOf,
  ToolError,
  type ErrorType,
  type McpContent,
} from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import { ANSWER_META_KEY, ERROR_META_KEY } from '../mcp/meta-keys.js';
import { LineBroken } from './line-broken.js';

/** As much of a result as is read. */
export interface McpCallResult extends McpContent {
  readonly isError?: boolean | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Who was asked for what. */
export interface McpAsked {
  readonly server: string;
  readonly tool: string;
}

/** What a foreign tool gave; its failure is thrown. */
export function valueOf(asked: McpAsked, result: McpCallResult): unknown {
  if (result.isError === true) throw failureOf(asked, result);
  return mcpValueOf(result);
}

/** A failure keeps its kind where the server says it in our own words; else it is the text of the tool. */
function failureOf(asked: McpAsked, result: McpCallResult): ToolError {
  const text = mcpTextOf(result);
  const facts = factsIn(result);
  if (!isPlainObject(facts) || !isErrorType(facts['type'])) {
    return gatewayErrors.create('GATEWAY_MCP_TOOL_FAILED', { ...asked, problem: text || 'it does not say why' });
  }
  const { message, retryAfterMs, issues, details, partialSideEffects } = facts;
  return new ToolError(facts['type'], typeof message === 'string' ? message : text, {
    ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
    ...(partialSideEffects === true ? { partialSideEffects } : {}),
    ...(isPlainObject(details) ? { details } : issues === undefined ? {} : { details: { issues } }),
  });
}

/** The whole error where the server gives it, else the facts that everybody gets. */
function factsIn({ _meta: meta = {} }: McpCallResult): unknown {
  const answer = meta[ANSWER_META_KEY];
  return (isPlainObject(answer) ? answer['error'] : undefined) ?? meta[ERROR_META_KEY];
}

function isErrorType(value: unknown): value is ErrorType {
  return typeof value === 'string' && Object.hasOwn(errorTypes, value);
}

/** What went wrong on the way to a tool: the line broke, or the server wanted nothing of the call and would not another time. */
export function toCallError(asked: McpAsked, cause: unknown): ToolError {
  const problem = cause instanceof Error ? cause.message : String(cause);
  if (isGone(cause))
    return gatewayErrors.create('GATEWAY_MCP_UNREACHABLE', { server: asked.server, problem }, { cause });
  return gatewayErrors.create('GATEWAY_MCP_CALL_REFUSED', { ...asked, problem }, { cause });
}

/** What the SDK says when its own side of the line is gone. */
const closedCodes: ReadonlySet<unknown> = new Set(['NOT_CONNECTED', 'CONNECTION_CLOSED']);

/** A session that the server has forgotten, or a line that broke: the next call needs a new connection. */
export function isGone(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (cause instanceof LineBroken || closedCodes.has(Reflect.get(cause, 'code'))) return true;
  const status: unknown = Reflect.get(cause, 'status') ?? Reflect.get(Object(Reflect.get(cause, 'data')), 'status');
  if (status === 404 || (typeof status === 'number' && status >= 500)) return true;
  return isGone(cause.cause);
}
