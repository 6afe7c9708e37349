import { isPlainObject } from '../json/is-plain-object.js';
import { isErrorType } from '../errors/is-error-type.js';
import { ToolError } from '../errors/tool-error.js';
import { mcpTextOf, type McpContent } from './mcp-value-of.js';

/**
 * The key in `_meta` of a result under which our servers put the facts of a failure, beside the text that every client
 * reads.
 */
export const MCP_ERROR_META_KEY = 'helve/error';

/** As much of a result of MCP as tells how it failed. */
export interface McpFailure extends McpContent {
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The failure of a tool of MCP, of the kind that its server gives it; undefined where it is not said in our own words. Who
 * the server is does not matter: no fact is read here by which it could steer anything.
 */
export function mcpFailureOf(result: McpFailure): ToolError | undefined {
  const facts = result._meta?.[MCP_ERROR_META_KEY];
  if (!isPlainObject(facts) || !isErrorType(facts['type'])) return undefined;
  const { type, retryAfterMs, issues } = facts;
  return new ToolError(type, mcpTextOf(result) || 'The tool failed and does not say why', {
    ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
    ...(issues === undefined ? {} : { details: { issues } }),
  });
}
